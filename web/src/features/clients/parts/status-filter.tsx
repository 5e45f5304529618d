import type { StatusFilter as Status, StatusCounts } from '@ledgerline/contract/clients/schemas';
import { UnstyledButton } from '@mantine/core';
import styles from './status-filter.module.css';

const CHOICES: readonly { status: Status; label: string }[] = [
  { status: 'all', label: 'All' },
  { status: 'new', label: 'New' },
  { status: 'client', label: 'Client' },
  { status: 'lead', label: 'Lead' },
  { status: 'inactive', label: 'Inactive' },
];

interface StatusFilterProps {
  value: Status;
  counts: StatusCounts | undefined;
  onChange: (status: Status) => void;
}

/** One button per status with the number of clients in it. */
export function StatusFilter({ value, counts, onChange }: StatusFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one scrolling line
    <div role="group" aria-label="Status" className={styles.group}>
      {CHOICES.map(({ status, label }) => (
        <UnstyledButton
          key={status}
          className={styles.choice}
          aria-pressed={status === value}
          onClick={() => onChange(status)}
        >
          {label}
          <span className={styles.count}>{counts ? counts[status].toLocaleString('en-US') : ' '}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}
