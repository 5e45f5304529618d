import type { Import } from '@ledgerline/contract/imports/endpoints';
import { SimpleGrid } from '@mantine/core';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import { LayoutFields, type SheetLayout } from '../../../domain/spreadsheets/layout-fields.tsx';
import type { ImportLayout } from '../api.ts';

export type Head = SheetLayout['head'];

interface LayoutPickerProps {
  batch: Import;
  head: Head;
  isBusy: boolean;
  error: string | undefined;
  onChoose: (layout: ImportLayout) => void;
}

/** The imported sheet and the header row. Both are detected and can be changed. */
export function LayoutPicker({ batch, head, isBusy, error, onChoose }: LayoutPickerProps) {
  if (batch.sheets.length === 0) return null;
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: batch.sheets.length > 1 ? 2 : 1 }} spacing="sm">
        <LayoutFields layout={{ ...batch, head }} isBusy={isBusy} onChoose={onChoose} />
      </SimpleGrid>
      <FailureNote message={error} />
    </>
  );
}
