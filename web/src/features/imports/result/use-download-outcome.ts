import type { Import } from '@ledgerline/contract/imports/endpoints';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../../domain/downloads.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import { fetchOutcome } from '../api.ts';

/** Downloads the results file, named after the imported file. */
export function useDownloadOutcome({ id, file_name }: Pick<Import, 'id' | 'file_name'>) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () =>
      saveFile(await fetchOutcome(id), `${file_name.replace(/\.[^.]*$/, '')} results.csv`),
  });
}
