import type { Import } from '@ledgerline/contract/imports/endpoints';
import { useMutation } from '@tanstack/react-query';
import type { ApiError } from '../../lib/http.ts';
import { fetchOutcome } from './api.ts';

/** Long enough for the slowest browser to begin the download. */
const URL_KEPT_MS = 60_000;

/** Downloads the outcome file under the name of the imported one. */
export function useDownloadOutcome({ id, file_name }: Pick<Import, 'id' | 'file_name'>) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await fetchOutcome(id));
      link.download = `${file_name.replace(/\.[^.]*$/, '')} outcome.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), URL_KEPT_MS);
    },
  });
}
