import {
  createFolder,
  deleteFolder,
  type Folder,
  listFolders,
  renameFolder,
  sortFolders,
} from '@ledgerline/contract/folders/endpoints';
import { renumberFolders } from '@ledgerline/contract/rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const FOLDERS = ['folders', 'list'] as const;
/** Rows of templates name their folder, and a deleted one lets go of them. */
const TEMPLATES = ['templates'] as const;

/** The folders, first the one with priority 1. */
export function useFolders() {
  return useQuery({
    queryKey: FOLDERS,
    queryFn: async ({ signal }) => (await api(listFolders, { signal })).folders,
  });
}

function useRefreshFolders() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['folders'] });
    await queryClient.invalidateQueries({ queryKey: TEMPLATES });
  };
}

export function useCreateFolder() {
  const refresh = useRefreshFolders();
  return useMutation({
    mutationFn: async (label: string) => (await api(createFolder, { body: { label } })).folder,
    onSuccess: refresh,
  });
}

export function useRenameFolder() {
  const refresh = useRefreshFolders();
  return useMutation({
    mutationFn: ({ id, label }: Pick<Folder, 'id' | 'label'>) =>
      api(renameFolder, { params: { id }, body: { label } }),
    onSuccess: refresh,
  });
}

export function useDeleteFolder() {
  const refresh = useRefreshFolders();
  return useMutation({
    mutationFn: (id: number) => api(deleteFolder, { params: { id } }),
    onSuccess: refresh,
  });
}

/** Shows the new order at once and takes it back when it could not be stored. */
export function useSortFolders() {
  const queryClient = useQueryClient();
  const refresh = useRefreshFolders();
  return useMutation({
    mutationFn: (folders: readonly Folder[]) =>
      api(sortFolders, { body: { priorities: renumberFolders({ order: folders.map(({ id }) => id) }) } }),
    onMutate: async (folders) => {
      await queryClient.cancelQueries({ queryKey: FOLDERS });
      const before = queryClient.getQueryData<Folder[]>(FOLDERS);
      queryClient.setQueryData<Folder[]>(
        FOLDERS,
        folders.map((folder, place) => ({ ...folder, priority: place + 1 })),
      );
      return { before };
    },
    onError: (_error, _folders, context) => queryClient.setQueryData(FOLDERS, context?.before),
    onSettled: refresh,
  });
}
