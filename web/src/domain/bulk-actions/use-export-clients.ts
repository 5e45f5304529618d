import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { exportLedger } from '@ledgerline/contract/ledger/endpoints';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { saveFile } from '../downloads.ts';
import type { NewOperation } from './use-operations.ts';

/** What the list of clients shows. */
const COLUMNS: FieldName[] = [
  ...(['client_first_name', 'client_last_name', 'status', 'primary_phone', 'primary_email'] as const),
  ...(['dob', 'address', 'current_health_plan_name', 'next_f_u_date', 'owner_agent_id'] as const),
];

/** Downloads the chosen clients, or all of the list, as CSV. */
export function useExportClients(
  view: NonNullable<NewOperation['selection']['all']>,
  ids: readonly number[] | undefined,
) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () => {
      // Rows may have been chosen before the list changed.
      const chosen = ids ? { ids: [...ids] } : view;
      saveFile(await fetchFile(exportLedger, { body: { ...chosen, columns: COLUMNS } }), 'clients.csv');
    },
  });
}
