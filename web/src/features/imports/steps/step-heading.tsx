import { Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import styles from '../imports.module.css';

/** Receives focus when the previous step's button is gone, so that keyboard users continue from the new step. */
export function StepHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div>
      <Title order={2} ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
      </Title>
      {children && (
        <Text size="sm" c="dimmed" mt={2} maw={720}>
          {children}
        </Text>
      )}
    </div>
  );
}
