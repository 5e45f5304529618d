import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Select } from '@mantine/core';

/** The sheets of a file, and the sheet and header row that are read. */
export interface SheetLayout extends Pick<Import, 'sheets' | 'sheet' | 'header_row'> {
  /** The first rows of the sheet, including titles. */
  head: readonly { row_number: number; cells: readonly string[] }[];
}

interface LayoutFieldsProps {
  layout: SheetLayout;
  isBusy: boolean;
  /** If `header_row` is null, it is detected. */
  onChoose: (layout: { sheet: number; header_row: number | null }) => void;
}

/** The sheet that is read, if there are several, and its header row. Both are detected and can be changed. */
export function LayoutFields({ layout, isBusy, onChoose }: LayoutFieldsProps) {
  const { sheets, sheet, header_row } = layout;
  return (
    <>
      {sheets.length > 1 && (
        <Select
          label="Sheet"
          data={sheetChoices(sheets)}
          value={String(sheet)}
          allowDeselect={false}
          disabled={isBusy}
          onChange={(chosen) => onChoose({ sheet: Number(chosen), header_row: null })}
        />
      )}
      <Select
        label="Header row"
        description="Rows above it are not imported."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={rowChoices(layout)}
        value={String(header_row)}
        allowDeselect={false}
        disabled={isBusy}
        onChange={(row) => onChoose({ sheet, header_row: Number(row) })}
      />
    </>
  );
}

function sheetChoices(sheets: SheetLayout['sheets']) {
  return sheets.map(({ name, problem }, sheet) => ({
    value: String(sheet),
    label: problem === null ? name || `Sheet ${sheet + 1}` : `${name || `Sheet ${sheet + 1}`}: ${problem}`,
    disabled: problem !== null,
  }));
}

/** 'Row 2: First name · Last name · Email' */
function rowChoices({ head, header_row }: SheetLayout) {
  const choices = head.map(({ row_number, cells }) => ({
    value: String(row_number),
    label: `Row ${row_number}: ${cells
      .filter((cell) => cell.trim() !== '')
      .slice(0, 6)
      .join(' · ')}`,
  }));
  const isListed = head.some(({ row_number }) => row_number === header_row);
  return isListed ? choices : [{ value: String(header_row), label: `Row ${header_row}` }, ...choices];
}
