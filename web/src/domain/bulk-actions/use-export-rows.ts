import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { exportInvoices } from '@ledgerline/contract/invoices/endpoints';
import { exportLedger } from '@ledgerline/contract/ledger/endpoints';
import { useMutation } from '@tanstack/react-query';
import { fetchFile } from '../../lib/api.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { saveFile } from '../downloads.ts';
import type { BulkList } from './bulk-forms.ts';

/** The columns of the client list. */
const COLUMNS: FieldName[] = [
  ...(['client_first_name', 'client_last_name', 'status', 'primary_phone', 'primary_email'] as const),
  ...(['dob', 'address', 'current_health_plan_name', 'next_f_u_date', 'owner_agent_id'] as const),
];

/** Downloads the chosen rows of a list, or all of it, as CSV. */
export function useExportRows(list: BulkList, ids: readonly number[] | undefined) {
  return useMutation<void, ApiError, void>({
    mutationFn: async () => {
      // Chosen rows are exported by id: they may no longer match the filters of the list.
      const chosen = ids && { ids: [...ids] };
      const file =
        list.of === 'clients'
          ? await fetchFile(exportLedger, { body: { ...(chosen ?? list.view), columns: COLUMNS } })
          : await fetchFile(exportInvoices, { body: chosen ?? list.view });
      saveFile(file, `${list.of}.csv`);
    },
  });
}
