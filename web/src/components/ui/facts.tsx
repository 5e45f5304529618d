import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** Key facts about a person or object in one line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children || (
          <Text span inherit c="dimmed">
            —
          </Text>
        )}
      </dd>
    </div>
  );
}
