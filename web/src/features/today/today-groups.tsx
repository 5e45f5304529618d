import type { TodayGroup } from '@ledgerline/contract/rules';
import type { TodayCounts, TodayItem } from '@ledgerline/contract/today/endpoints';
import { Box, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { type TodayOwner, useTodayCounts } from './api.ts';
import { countOf, countText, TODAY_ACTIONS } from './today-actions.ts';
import styles from './today-queue.module.css';
import { GROUPS } from './today-text.ts';

interface TodayGroupsProps {
  owner: TodayOwner;
  items: readonly TodayItem[];
  children: (item: TodayItem) => ReactNode;
}

/** Overdue and today by action, the next days by date; each with its count. */
export function TodayGroups({ owner, items, children }: TodayGroupsProps) {
  const counts = useTodayCounts(owner).data;
  return GROUPS.map(({ group, label }) => {
    const own = items.filter((item) => item.group === group);
    if (own.length === 0) return null;
    return (
      <Section key={group} label={label} count={Math.max(counts?.counts[group] ?? 0, own.length)} order={2}>
        {group === 'next_7_days' ? (
          <ul className={`plain ${styles.lines}`}>{own.map(children)}</ul>
        ) : (
          <Actions group={group} items={own} counts={counts}>
            {children}
          </Actions>
        )}
      </Section>
    );
  });
}

interface ActionsProps extends Omit<TodayGroupsProps, 'owner'> {
  group: TodayGroup;
  counts: TodayCounts | undefined;
}

function Actions({ group, items, counts, children }: ActionsProps) {
  return TODAY_ACTIONS.map((action) => {
    const own = items.filter(({ kind }) => action.kinds.includes(kind));
    if (own.length === 0) return null;
    const count = Math.max(countOf(action, group, counts), own.length);
    return (
      <Section key={action.label} label={action.label} count={count} order={3}>
        <ul className={`plain ${styles.lines}`}>{own.map(children)}</ul>
      </Section>
    );
  });
}

interface SectionProps {
  label: string;
  count: number;
  order: 2 | 3;
  children: ReactNode;
}

function Section({ label, count, order, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={order} id={id} className={order === 2 ? styles.title : styles.action}>
        {label}{' '}
        <Box className="tabular" component="span" ml={2} fw={400} c="dimmed">
          {countText(count)}
        </Box>
      </Title>
      {children}
    </section>
  );
}
