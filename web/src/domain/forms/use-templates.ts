import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { listTemplates, type Template } from '@ledgerline/contract/templates/endpoints';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const TEMPLATE_LIST = ['templates', 'list'] as const;
export const FOLDER_LIST = ['folders', 'list'] as const;

/** Every form template, archived ones too: for templates that are already in use. */
export function useAllTemplates() {
  return useQuery(ALL_TEMPLATES);
}

/** The form templates to list and to choose from. */
export function useTemplates() {
  return useQuery({ ...ALL_TEMPLATES, select: activeTemplates });
}

const ALL_TEMPLATES = queryOptions({
  queryKey: TEMPLATE_LIST,
  queryFn: async ({ signal }) => (await api(listTemplates, { query: { archived: 'true' }, signal })).forms,
});

export const isArchived = ({ archived_at }: Pick<Template, 'archived_at'>): boolean => archived_at !== null;

/** Without archived ones. */
export const activeTemplates = <T extends Pick<Template, 'archived_at'>>(templates: readonly T[]): T[] =>
  templates.filter((template) => !isArchived(template));

/** The folders of the form templates, in order of priority. */
export function useFolders() {
  return useQuery({
    queryKey: FOLDER_LIST,
    queryFn: async ({ signal }) => (await api(listFolders, { signal })).folders,
  });
}
