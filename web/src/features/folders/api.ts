import {
  createFolder,
  deleteFolder,
  type Folder,
  renameFolder,
  sortFolders,
} from '@ledgerline/contract/folders/endpoints';
import { renumberFolders } from '@ledgerline/contract/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FOLDER_LIST } from '../../domain/forms/use-templates.ts';
import { api } from '../../lib/api.ts';

/** Rows of templates name their folder, and a deleted one lets go of them. */
const TEMPLATES = ['templates'] as const;

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
      await queryClient.cancelQueries({ queryKey: FOLDER_LIST });
      const before = queryClient.getQueryData<Folder[]>(FOLDER_LIST);
      queryClient.setQueryData<Folder[]>(
        FOLDER_LIST,
        folders.map((folder, place) => ({ ...folder, priority: place + 1 })),
      );
      return { before };
    },
    onError: (_error, _folders, context) => queryClient.setQueryData(FOLDER_LIST, context?.before),
    onSettled: refresh,
  });
}
