import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const TEMPLATE_LIST = ['templates', 'list'] as const;
export const FOLDER_LIST = ['folders', 'list'] as const;

/** Every form template. */
export function useTemplates() {
  return useQuery({
    queryKey: TEMPLATE_LIST,
    queryFn: async ({ signal }) => (await api(listTemplates, { signal })).forms,
  });
}

/** The folders of the form templates, in order of priority. */
export function useFolders() {
  return useQuery({
    queryKey: FOLDER_LIST,
    queryFn: async ({ signal }) => (await api(listFolders, { signal })).folders,
  });
}
