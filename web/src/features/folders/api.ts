import type { Folder } from '@ledgerline/contract/folders/endpoints';
import * as endpoints from '@ledgerline/contract/folders/endpoints';
import { renumberFolders } from '@ledgerline/contract/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FOLDER_LIST } from '../../domain/forms/use-templates.ts';
import { api, invalidate, useWrite } from '../../lib/api.ts';

/** Template rows show their folder name, and deleting a folder removes it from them. */
const invalidateFolders = invalidate(['folders'], ['templates']);

export function useCreateFolder() {
  return useWrite(
    async (label: string) => (await api(endpoints.createFolder, { body: { label } })).folder,
    invalidateFolders,
  );
}

export function useRenameFolder() {
  return useWrite(
    ({ id, label }: Pick<Folder, 'id' | 'label'>) =>
      api(endpoints.renameFolder, { params: { id }, body: { label } }),
    invalidateFolders,
  );
}

export function useDeleteFolder() {
  return useWrite((id: number) => api(endpoints.deleteFolder, { params: { id } }), invalidateFolders);
}

/** Updates the order optimistically and rolls back on failure. */
export function useSortFolders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (folders: readonly Folder[]) =>
      api(endpoints.sortFolders, {
        body: { priorities: renumberFolders({ order: folders.map(({ id }) => id) }) },
      }),
    onMutate: async (folders) => {
      await queryClient.cancelQueries({ queryKey: FOLDER_LIST });
      const before = queryClient.getQueryData<Folder[]>(FOLDER_LIST);
      queryClient.setQueryData<Folder[]>(
        FOLDER_LIST,
        folders.map((folder, index) => ({ ...folder, priority: index + 1 })),
      );
      return { before };
    },
    onError: (_error, _folders, context) => queryClient.setQueryData(FOLDER_LIST, context?.before),
    onSettled: () => invalidateFolders(queryClient),
  });
}
