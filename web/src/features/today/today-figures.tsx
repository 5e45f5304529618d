import { moneyDisplay } from '@ledgerline/contract/rules';
import type { TodayCounts } from '@ledgerline/contract/today/endpoints';
import type { ReactNode } from 'react';
import { dayIn } from '../../domain/today.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { type TodayOwner, useTodayCounts } from './api.ts';
import { countText, countToCall, countToSign } from './today-actions.ts';
import styles from './today-figures.module.css';

interface TodayFiguresProps {
  owner: TodayOwner;
  /** The input that selects whose items are shown and counted. */
  children: ReactNode;
}

const DATE = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Today’s date at the brokerage, and the figures of the chosen agents. */
export function TodayFigures({ owner, children }: TodayFiguresProps) {
  const today = dayIn(usePublicSettings().time_zone);
  const { data } = useTodayCounts(owner);
  return (
    <div className={styles.head}>
      <div className={styles.day}>
        <p className={styles.date}>{DATE.format(new Date(`${today}T00:00:00Z`))}</p>
        <p className={styles.done} title="Tasks completed, calls logged and opportunities dismissed">
          {data && owner !== 'nobody' ? `${data.done_today} done today` : '\u00a0'}
        </p>
      </div>
      <dl className={styles.figures}>
        {figuresOf(data).map(({ label, value, title, isLate }) => (
          <div key={label} className={styles.figure} title={title}>
            <dt>{label}</dt>
            <dd data-late={isLate || undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles.filter}>{children}</div>
    </div>
  );
}

const UNKNOWN = '–';

function figuresOf(counts: TodayCounts | undefined) {
  const cents = counts?.overdue_cents ?? 0;
  return [
    {
      label: 'to sign',
      value: counts ? countText(countToSign(counts)) : UNKNOWN,
      title: 'Forms waiting for an advisor’s signature',
    },
    {
      label: 'to call',
      value: counts ? countText(countToCall(counts)) : UNKNOWN,
      title: 'Follow-ups and opportunities due today or earlier',
    },
    {
      label: 'overdue',
      value: counts ? moneyDisplay(cents) : UNKNOWN,
      title: 'Amount due on the overdue invoices in this list',
      isLate: cents > 0,
    },
  ];
}
