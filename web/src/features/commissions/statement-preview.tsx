import type { previewCommissionStatement } from '@ledgerline/contract/commissions/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { moneyDisplay } from '@ledgerline/contract/rules';
import { STATEMENT_COLUMN_LABELS, STATEMENT_COLUMNS } from '@ledgerline/contract/rules/commissions';
import { Alert, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { DataTable } from '../../components/ui/data-table.tsx';
import { LayoutFields } from '../../domain/spreadsheets/layout-fields.tsx';
import type { PreviewQuery } from './api.ts';
import { linesText, monthText } from './statement-text.ts';

type Preview = ReplyOf<typeof previewCommissionStatement>;
/** The agent's choices, which replace the detected layout. */
export type Layout = Omit<PreviewQuery, 'carrier'>;

interface StatementPreviewProps {
  preview: Preview;
  isBusy: boolean;
  onChoose: (layout: Layout) => void;
}

/** A preview of the import, with choices for the sheet, header row and columns. */
export function StatementPreview({ preview, isBusy, onChoose }: StatementPreviewProps) {
  const { problems, line_count, sample } = preview;
  return (
    <Stack gap="sm">
      <ChoiceFields preview={preview} isBusy={isBusy} onChoose={onChoose} />
      {problems.length > 0 && (
        <Alert color="red" role="alert" title="This file cannot be imported yet">
          {problems.map((problem) => (
            <Text key={problem} size="sm">
              {problem}
            </Text>
          ))}
        </Alert>
      )}
      {problems.length === 0 && <Totals preview={preview} />}
      {sample.length > 0 && (
        <DataTable
          columns={COLUMNS}
          rows={sample}
          rowId={({ row_number }) => row_number}
          look="quiet"
          minWidth={560}
          aria-label="First lines"
        />
      )}
      {line_count > sample.length && sample.length > 0 && (
        <Text size="sm" c="dimmed">
          The first {sample.length} of {line_count.toLocaleString('en-US')} lines are shown.
        </Text>
      )}
    </Stack>
  );
}

const COLUMNS = [
  { id: 'row', header: 'Row', className: 'tabular', cell: ({ row_number }: Line) => row_number },
  { id: 'number', header: STATEMENT_COLUMN_LABELS.number, cell: ({ number }: Line) => number || '—' },
  { id: 'name', header: STATEMENT_COLUMN_LABELS.name, cell: ({ name }: Line) => name || '—' },
  {
    ...{ id: 'amount', header: STATEMENT_COLUMN_LABELS.amount, align: 'end' as const, className: 'tabular' },
    cell: ({ amount_cents }: Line) => moneyDisplay(amount_cents),
  },
  {
    ...{ id: 'period', header: STATEMENT_COLUMN_LABELS.period },
    cell: ({ period }: Line) => (period ? monthText(period) : '—'),
  },
];
type Line = Preview['sample'][number];

const NONE = -1;

/** The columns as the server expects them: -1 for none. */
export const columnQuery = ({ number, name, amount, period, paid_on }: Preview['columns']) => ({
  ...{ number: number ?? NONE, name: name ?? NONE, amount: amount ?? NONE },
  ...{ period: period ?? NONE, paid_on: paid_on ?? NONE },
});

function ChoiceFields({ preview, isBusy, onChoose }: StatementPreviewProps) {
  const { sheet, header_row, headers, columns } = preview;
  const columnsNow = columnQuery(columns);
  const choices = headers.map((header, column) => ({
    value: String(column),
    label: header || `Column ${column + 1}`,
  }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="sm">
      <LayoutFields
        layout={preview}
        isBusy={isBusy}
        onChoose={({ header_row: row, ...chosen }) =>
          onChoose(row === null ? chosen : { ...chosen, header_row: row })
        }
      />
      {STATEMENT_COLUMNS.map((field) => (
        <Select
          key={field}
          label={STATEMENT_COLUMN_LABELS[field]}
          required={field === 'number' || field === 'amount'}
          allowDeselect={false}
          disabled={isBusy}
          data={[{ value: String(NONE), label: 'None' }, ...choices]}
          value={String(columnsNow[field])}
          onChange={(chosen) => onChoose({ sheet, header_row, ...columnsNow, [field]: Number(chosen) })}
        />
      ))}
    </SimpleGrid>
  );
}

function Totals({ preview }: { preview: Preview }) {
  const { line_count, total_cents, stated_total_cents, skipped } = preview;
  const difference = stated_total_cents === null ? 0 : total_cents - stated_total_cents;
  const notLines = skipped
    .slice(0, 6)
    .map(({ row_number, reason }) => `row ${row_number} (${reason.toLowerCase()})`);
  return (
    <>
      <Text size="sm" role="status">
        {linesText(line_count)}, {moneyDisplay(total_cents)}.
        {stated_total_cents !== null && difference === 0 && ' The total in the file is the same.'}
        {notLines.length > 0 &&
          ` Not imported: ${notLines.join(', ')}${skipped.length > 6 ? ' and more' : ''}.`}
      </Text>
      {difference !== 0 && stated_total_cents !== null && (
        <Alert color="yellow" title="The total in the file is different">
          The file states {moneyDisplay(stated_total_cents)}; its lines add up to {moneyDisplay(total_cents)},
          a difference of {moneyDisplay(difference)}. Check that the amount column is the right one.
        </Alert>
      )}
    </>
  );
}
