import type { RowFilter } from '@ledgerline/contract/lists';
import { Group, UnstyledButton } from '@mantine/core';
import { number } from '../import-texts.ts';
import styles from '../imports.module.css';

export interface CountTile {
  filter: RowFilter;
  label: string;
  count: number;
}

interface CountTilesProps {
  tiles: readonly CountTile[];
  value: RowFilter;
  onChange: (filter: RowFilter) => void;
}

/** Row counts of a check or run. Selecting one filters the rows below. */
export function CountTiles({ tiles, value, onChange }: CountTilesProps) {
  return (
    <Group role="group" aria-label="Show rows" gap="xs" align="stretch">
      {tiles.map(({ filter, label, count }) => (
        <UnstyledButton
          key={filter}
          className={styles.tile}
          aria-pressed={filter === value}
          onClick={() => onChange(filter)}
        >
          <span className={styles.tileCount}>{number(count)}</span>{' '}
          <span className={styles.tileLabel}>{label}</span>
        </UnstyledButton>
      ))}
    </Group>
  );
}
