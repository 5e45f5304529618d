import type { Import, ImportRow } from '@ledgerline/contract/imports/endpoints';
import { Checkbox, Stack } from '@mantine/core';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { useConfirmRow } from '../api.ts';
import { partsText } from '../import-texts.ts';

interface ConfirmRowProps {
  batch: Import;
  row: ImportRow;
}

/** Confirms that a row may replace the client's identity; otherwise the row is skipped. */
export function ConfirmRow({ batch, row: { row_number, to_confirm, confirmed } }: ConfirmRowProps) {
  const confirm = useConfirmRow(batch.id);
  const label = `Replace the client’s ${partsText(to_confirm)}`;
  return (
    <Stack gap={4} mt={4}>
      <Checkbox
        size="sm"
        label={label}
        aria-label={`${label} with row ${row_number}`}
        checked={confirm.isPending ? confirm.variables.confirmed : confirmed}
        disabled={confirm.isPending}
        onChange={({ currentTarget }) => confirm.mutate({ row_number, confirmed: currentTarget.checked })}
      />
      <FailureNote message={confirm.error?.message} />
    </Stack>
  );
}
