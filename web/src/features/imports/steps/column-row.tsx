import { isFieldName } from '@ledgerline/contract/clients/fields/catalogue';
import { type ColumnTarget, isAddressPart } from '@ledgerline/contract/imports/column-targets';
import { Select } from '@mantine/core';
import { memo, useState } from 'react';
import styles from '../imports.module.css';
import { FIELD_CHOICES, LEFT_OUT, samplesOf, targetLabel } from './mapping.ts';

interface ColumnRowProps {
  header: string;
  column: number;
  field: ColumnTarget | null;
  sample: readonly (readonly string[])[];
  onChoose: (column: number, field: ColumnTarget | null) => void;
}

/** One column: its name, what is in it, and the field it fills. Files have up to 250, so only changed ones redraw. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { header, column, field, sample, onChoose } = props;
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
        data={isOpen ? FIELD_CHOICES : chosenOnly(field)}
        onDropdownOpen={() => setOpen(true)}
        onDropdownClose={() => setOpen(false)}
        value={field ?? LEFT_OUT}
        onChange={(value) => onChoose(column, targetOf(value))}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such field"
        withScrollArea={false}
        comboboxProps={IN_PLACE}
        classNames={{
          options: styles.options ?? '',
          ...(field === null ? { input: styles.leftOut ?? '' } : {}),
        }}
      />
    </li>
  );
});

/** Within the main landmark. */
const IN_PLACE = { withinPortal: false };

/** A closed list holds one entry, for 250 columns times 156 fields would be 39,000 elements. */
function chosenOnly(field: ColumnTarget | null) {
  return field === null ? FIELD_CHOICES.slice(0, 1) : [{ value: field, label: targetLabel(field) }];
}

function targetOf(value: string | null): ColumnTarget | null {
  return value !== null && (isFieldName(value) || isAddressPart(value)) ? value : null;
}
