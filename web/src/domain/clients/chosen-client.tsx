import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './chosen-client.module.css';

interface ChosenClientProps {
  label: string;
  /** Missing where the page has selected the client. */
  onClear?: () => void;
  icon?: ReactNode;
  autoFocus?: boolean;
  children: ReactNode;
}

/** The selected client, in place of the search. */
export function ChosenClient({ label, onClear, icon, autoFocus = false, children }: ChosenClientProps) {
  return (
    <fieldset className={styles.chosen} aria-label={label}>
      {children}
      {onClear && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={icon}
          onClick={onClear}
          autoFocus={autoFocus}
        >
          Change
        </Button>
      )}
    </fieldset>
  );
}
