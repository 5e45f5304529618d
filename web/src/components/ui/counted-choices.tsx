import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './counted-choices.module.css';

/** Filter choices in one scrolling row. */
export function CountedChoices({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one scrolling line
    <div role="group" aria-label={label} className={styles.group}>
      {children}
    </div>
  );
}

interface CountedChoiceProps {
  label: string;
  count: number | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

export function CountedChoice({ label, count, isChosen, onChoose }: CountedChoiceProps) {
  return (
    <UnstyledButton className={styles.choice} aria-pressed={isChosen} onClick={onChoose}>
      {label}
      <Count of={count} />
    </UnstyledButton>
  );
}

/** Reserves its space until the number is known. */
export function Count({ of }: { of: number | undefined }) {
  return <span className={styles.count}>{of === undefined ? ' ' : of.toLocaleString('en-US')}</span>;
}
