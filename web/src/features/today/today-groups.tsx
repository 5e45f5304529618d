import type { TodayItem } from '@ledgerline/contract/today/endpoints';
import { Paper, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { type TodayOwner, useTodayCounts } from './api.ts';
import { countText } from './nothing-to-do.tsx';
import styles from './today-queue.module.css';
import { GROUPS } from './today-text.ts';

interface TodayGroupsProps {
  owner: TodayOwner;
  items: readonly TodayItem[];
  children: (item: TodayItem) => ReactNode;
}

/** Overdue, today, and the next days, each with its count. */
export function TodayGroups({ owner, items, children }: TodayGroupsProps) {
  const counts = useTodayCounts(owner);
  return GROUPS.map(({ group, label }) => {
    const own = items.filter((item) => item.group === group);
    if (own.length === 0) return null;
    return (
      <GroupOfItems key={group} label={label} count={Math.max(counts.data?.[group] ?? 0, own.length)}>
        {own.map(children)}
      </GroupOfItems>
    );
  });
}

function GroupOfItems({ label, count, children }: { label: string; count: number; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={styles.title}>
        {label} <span className={styles.count}>{countText(count)}</span>
      </Title>
      <Paper withBorder component="ul" className={`plain ${styles.lines}`}>
        {children}
      </Paper>
    </section>
  );
}
