import { isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { type ColumnTarget, isAddressPart } from '@ledgerline/contract/imports/column-targets';
import type { Import } from '@ledgerline/contract/imports/endpoints';
import type { ImportKind } from '@ledgerline/contract/imports/policy-columns';
import { isPolicyTarget } from '@ledgerline/contract/imports/policy-columns';
import { Box, Button, Paper, Stack, Text } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import { memo, useState } from 'react';
import { PageBar } from '../../../components/ui/page-bar.tsx';
import { SearchSelect } from '../../../components/ui/search-select.tsx';
import { useSetLayout } from '../api.ts';
import { columnCount, number } from '../import-texts.ts';
import styles from '../imports.module.css';
import { DeleteImportButton } from '../list/delete-import-button.tsx';
import { type Head, LayoutPicker } from './layout-picker.tsx';
import {
  addressPreview,
  choicesOf,
  FULL_NAME,
  importedCount,
  LEFT_OUT,
  type Mapping,
  mappingAfterSplit,
  samplesOf,
  targetLabel,
  withField,
} from './mapping.ts';
import { StepHeading } from './step-heading.tsx';

interface ColumnRowProps {
  header: string;
  kind: ImportKind;
  column: number;
  field: ColumnTarget | null;
  /** The column is split into first and last name. */
  isSplit: boolean;
  sample: readonly (readonly string[])[];
  onChoose: (column: number, field: ColumnTarget | null) => void;
  onSplit: (column: number) => void;
}

/** One column: its header, examples and target field. Memoized, because files have up to 250 columns. */
const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { header, kind, column, field, isSplit, sample, onChoose, onSplit } = props;
  const [isOpen, setOpen] = useState(false);
  const samples = samplesOf(sample, column, field).join(' · ');
  return (
    <li className={styles.column}>
      <Box component="span" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {header}
      </Box>
      <span className={styles.samples} title={samples}>
        {samples || <em>empty in the first rows</em>}
      </span>
      <SearchSelect
        aria-label={`Field for “${header}”`}
        data={isOpen ? choicesOf(kind) : chosenOnly(field, isSplit)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        value={isSplit ? FULL_NAME : (field ?? LEFT_OUT)}
        onChange={(value) => (value === FULL_NAME ? onSplit(column) : onChoose(column, targetOf(value)))}
        allowDeselect={false}
        nothingFoundMessage="No matching fields"
        withScrollArea={false}
        comboboxProps={WITHOUT_PORTAL}
        classNames={{
          options: styles.options ?? '',
          ...(field === null && !isSplit ? { input: styles.leftOut ?? '' } : {}),
        }}
      />
    </li>
  );
});

/** Rendered inside the main landmark. */
const WITHOUT_PORTAL = { withinPortal: false };

/** A closed select renders only the selected option: 250 columns × 156 fields would be 39,000 elements. */
function chosenOnly(field: ColumnTarget | null, isSplit: boolean) {
  if (isSplit) return choicesOf('clients').slice(1, 2);
  return field === null ? choicesOf('clients').slice(0, 1) : [{ value: field, label: targetLabel(field) }];
}

function targetOf(value: string | null): ColumnTarget | null {
  return value !== null && (isFieldName(value) || isAddressPart(value) || isPolicyTarget(value))
    ? value
    : null;
}

interface ColumnsStepProps {
  batch: Import;
  sample: string[][];
  mapping: Mapping;
  head: Head;
  problem: string | null;
  onChange: (mapping: (ColumnTarget | null)[]) => void;
  onNext: () => void;
}

/** Maps each column of the file to a field. */
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
          <span>{batch.kind === 'policies' ? 'Field' : 'Client field'}</span>
        </div>
        <ul className="plain" aria-label="Columns of the file">
          {batch.headers.map((header, column) => (
            <ColumnRow
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed, and headers may repeat
              key={column}
              header={header}
              kind={batch.kind}
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
      <PageBar problem={problem}>
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
      </PageBar>
    </Stack>
  );
}
