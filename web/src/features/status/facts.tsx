import { Group, Paper, Progress, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** A titled card whose content is shown when the title is clicked. */
export function FoldedPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder component="details" className={styles.panel} aria-label={title}>
      <summary>
        <Title order={2}>{title}</Title>
      </summary>
      <div className={styles.content}>{children}</div>
    </Paper>
  );
}

/** A folded card of label-value lines. */
export function FactsPanel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <FoldedPanel title={title}>
      <dl className={styles.facts}>{children}</dl>
    </FoldedPanel>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd className="tabular">{children ?? '–'}</dd>
    </div>
  );
}

interface BarFactProps {
  label: string;
  percent: number;
  color: string;
  value: string;
  detail: ReactNode;
}

/** A line with a progress bar below it. */
export function BarFact({ label, percent, color, value, detail }: BarFactProps) {
  return (
    <div className={styles.bar}>
      <dt>{label}</dt>
      <dd className="tabular">
        <Group gap="sm" align="baseline" wrap="nowrap" justify="space-between" mb={6}>
          <Text size="sm" c="dimmed" component="span">
            {detail}
          </Text>
          <span>{value}</span>
        </Group>
        <Progress value={percent} color={color} size={6} aria-label={label} />
      </dd>
    </div>
  );
}
