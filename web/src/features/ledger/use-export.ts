import type { CatalogField } from '@ledgerline/contract/clients/fields/catalog';
import type { LedgerView } from '@ledgerline/contract/ledger/endpoints';
import { notifications } from '@mantine/notifications';
import { notifyProgress } from '../../components/ui/notify.ts';
import { saveFile } from '../../domain/downloads.ts';
import { messageOf } from '../../lib/api-error.ts';
import { fetchExport } from './api.ts';

const TOAST_ID = 'ledger-export';

/** Downloads the current view as CSV: columns, filter and order. */
export function useExport(view: LedgerView, fields: readonly CatalogField[]): () => void {
  const run = async () => {
    notifyProgress(TOAST_ID, 'Exporting…');
    try {
      const file = await fetchExport(
        view,
        fields.map((field) => field.name),
      );
      saveFile(file, 'ledger.csv');
      const size = `${(file.size / 1_000_000).toFixed(1)} MB`;
      updateToast({ message: `ledger.csv was downloaded (${size}).`, color: 'green' });
    } catch (error) {
      updateToast({ message: messageOf(error), color: 'red' });
    }
  };
  return () => void run();
}

function updateToast(toast: { message: string; color: string }): void {
  notifications.update({ id: TOAST_ID, loading: false, autoClose: 6000, withCloseButton: true, ...toast });
}
