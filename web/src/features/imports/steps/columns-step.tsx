import type { ColumnTarget } from '@ledgerline/contract/imports/column-targets';
import type { Import } from '@ledgerline/contract/imports/endpoints';
import { Button, Paper, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { useState } from 'react';
import { applyFooterOffset } from '../../../components/ui/footer-offset.ts';
import { useSetLayout } from '../api.ts';
import { columnCount, number } from '../import-texts.ts';
import styles from '../imports.module.css';
import { DeleteImportButton } from '../list/delete-import-button.tsx';
import { BarProblem } from './bar-problem.tsx';
import { ColumnRow } from './column-row.tsx';
import { type Head, LayoutPicker } from './layout-picker.tsx';
import { addressPreview, importedCount, type Mapping, mappingAfterSplit, withField } from './mapping.ts';
import { StepHeading } from './step-heading.tsx';

interface ColumnsStepProps {
  batch: Import;
  sample: string[][];
  mapping: Mapping;
  head: Head;
  problem: string | null;
  onChange: (mapping: (ColumnTarget | null)[]) => void;
  onNext: () => void;
}

/** Maps each column of the file to a client field. */
export function ColumnsStep({ batch, sample, head, mapping, problem, onChange, onNext }: ColumnsStepProps) {
  const [moved, setMoved] = useState('');
  const address = addressPreview(sample, mapping);
  const layout = useSetLayout(batch.id);
  const { sheet, header_row } = batch;
  const split = useCallbackRef((name_column: number | null, then: (after: Import) => void) => {
    layout.mutate({ sheet, header_row, name_column }, { onSuccess: ({ data }) => then(data) });
  });
  const splitColumn = useCallbackRef((column: number) => {
    split(column, (after) => onChange(mappingAfterSplit(mapping, after)));
  });
  const choose = useCallbackRef((column: number, field: ColumnTarget | null) => {
    if (column === batch.name_column) {
      split(null, (after) => onChange(withField(mappingAfterSplit(mapping, after), column, field)));
      return;
    }
    const before = field === null ? -1 : mapping.indexOf(field);
    const isMove = before >= 0 && before !== column;
    setMoved(
      isMove
        ? `“${batch.headers[before]}” is no longer imported because another column now fills its field.`
        : '',
    );
    onChange(withField(mapping, column, field));
  });
  return (
    <Stack gap="sm">
      <StepHeading title="Match columns">
        Fields were matched by column name. Each field takes one column. Empty cells change nothing.
      </StepHeading>
      <LayoutPicker
        batch={batch}
        head={head}
        isBusy={layout.isPending}
        error={layout.error?.message}
        onChoose={(chosen) => layout.mutate(chosen, { onSuccess: ({ data }) => onChange(data.mapping) })}
      />
      <Paper withBorder>
        <div className={styles.columnHead} aria-hidden>
          <span>Column in the file</span>
          <span>Examples</span>
          <span>Client field</span>
        </div>
        <ul className="plain" aria-label="Columns of the file">
          {batch.headers.map((header, column) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed, and headers may repeat
              key={column}
              header={header}
              column={column}
              field={mapping[column] ?? null}
              isSplit={column === batch.name_column}
              sample={sample}
              onChoose={choose}
              onSplit={splitColumn}
            />
          ))}
        </ul>
      </Paper>
      {address !== null && (
        <Text size="sm" role="status">
          The address columns are combined: “{address}”.
        </Text>
      )}
      <div ref={applyFooterOffset} className={styles.bar}>
        <BarProblem message={problem} />
        <div>
          <Text size="sm" className="tabular" role="status">
            {number(importedCount(mapping, batch))} of {number(columnCount(batch))} columns will be imported.
            {moved && ` ${moved}`}
          </Text>
        </div>
        <div style={{ display: 'flex', gap: 8, marginInlineStart: 'auto' }}>
          <DeleteImportButton batch={batch} />
          <Button onClick={onNext}>Continue</Button>
        </div>
      </div>
    </Stack>
  );
}
