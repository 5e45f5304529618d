import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Select, SimpleGrid } from '@mantine/core';
import { FailureNote } from '../../../components/ui/error-note.tsx';
import type { ImportLayout } from '../api.ts';

/** The first rows of the sheet, including titles. */
export type Head = readonly { row_number: number; cells: readonly string[] }[];

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
        {batch.sheets.length > 1 && (
          <Select
            label="Sheet"
            data={sheetChoices(batch.sheets)}
            value={String(batch.sheet)}
            allowDeselect={false}
            disabled={isBusy}
            onChange={(sheet) => onChoose({ sheet: Number(sheet), header_row: null })}
          />
        )}
        <Select
          label="Header row"
          description="Rows above it are not imported."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={rowChoices(head, batch.header_row)}
          value={String(batch.header_row)}
          allowDeselect={false}
          disabled={isBusy}
          onChange={(row) => onChoose({ sheet: batch.sheet, header_row: Number(row) })}
        />
      </SimpleGrid>
      <FailureNote message={error} />
    </>
  );
}

function sheetChoices(sheets: Import['sheets']) {
  return sheets.map(({ name, problem }, sheet) => ({
    value: String(sheet),
    label: problem === null ? name || `Sheet ${sheet + 1}` : `${name || `Sheet ${sheet + 1}`}: ${problem}`,
    disabled: problem !== null,
  }));
}

/** 'Row 2: First name · Last name · Email' */
function rowChoices(head: Head, chosen: number) {
  const choices = head.map(({ row_number, cells }) => ({
    value: String(row_number),
    label: `Row ${row_number}: ${cells
      .filter((cell) => cell.trim() !== '')
      .slice(0, 6)
      .join(' · ')}`,
  }));
  const isListed = head.some(({ row_number }) => row_number === chosen);
  return isListed ? choices : [{ value: String(chosen), label: `Row ${chosen}` }, ...choices];
}
