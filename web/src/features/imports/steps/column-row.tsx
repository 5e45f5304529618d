import { isFieldName } from '@ledgerline/contract/clients/fields/catalog';
import { type ColumnTarget, isAddressPart } from '@ledgerline/contract/imports/column-targets';
import { Select } from '@mantine/core';
import { memo, useState } from 'react';
import styles from '../imports.module.css';
import { FIELD_CHOICES, FULL_NAME, LEFT_OUT, samplesOf, targetLabel } from './mapping.ts';

interface ColumnRowProps {
  header: string;
  column: number;
  field: ColumnTarget | null;
  /** The column is split into first and last name. */
  isSplit: boolean;
  sample: readonly (readonly string[])[];
  onChoose: (column: number, field: ColumnTarget | null) => void;
  onSplit: (column: number) => void;
}

/** One column: its header, examples and target field. Memoized, because files have up to 250 columns. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { header, column, field, isSplit, sample, onChoose, onSplit } = props;
  const [isOpen, setOpen] = useState(false);
  const samples = samplesOf(sample, column, field).join(' · ');
  return (
    <li className={styles.column}>
      <span className={styles.header}>{header}</span>
      <span className={styles.samples} title={samples}>
        {samples || <em>empty in the first rows</em>}
      </span>
      <Select
        aria-label={`Field for “${header}”`}
        data={isOpen ? FIELD_CHOICES : chosenOnly(field, isSplit)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        value={isSplit ? FULL_NAME : (field ?? LEFT_OUT)}
        onChange={(value) => (value === FULL_NAME ? onSplit(column) : onChoose(column, targetOf(value)))}
        searchable
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
  if (isSplit) return FIELD_CHOICES.slice(1, 2);
  return field === null ? FIELD_CHOICES.slice(0, 1) : [{ value: field, label: targetLabel(field) }];
}

function targetOf(value: string | null): ColumnTarget | null {
  return value !== null && (isFieldName(value) || isAddressPart(value)) ? value : null;
}
