import type { RecurringPayment } from '@ledgerline/contract/recurring-payments/endpoints';
import { moneyDisplay, monthlyValueCents, UPCOMING_DAYS } from '@ledgerline/contract/rules';
import { filterText } from '@ledgerline/contract/rules/filters';
import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader } from '../../components/ui/page-header.tsx';
import { ListFilterButton, ListFilterChips } from '../../domain/filters/list-filters.tsx';
import { SavedViews } from '../../domain/saved-views/saved-views.tsx';
import { useRecurringPayments, useUpcomingPayments } from './api.ts';
import { fetchProblem } from './recurring-display.ts';
import styles from './recurring-payments.module.css';
import { RecurringPaymentsList } from './recurring-payments-list.tsx';

const route = getRouteApi('/portal/crm/recurring-payments');
type Query = ReturnType<typeof useRecurringPayments>;

/** /crm/recurring-payments: all schedules, upcoming payments, and actions. */
export function RecurringPaymentsPage() {
  const { tab, filter } = route.useSearch();
  const navigate = route.useNavigate();
  const all = useRecurringPayments(filterText(filter));
  const upcoming = useUpcomingPayments(filterText(filter));
  const isUpcoming = tab === 'upcoming';
  const show = (chosen: string | null) =>
    void navigate({ search: (now) => ({ ...now, tab: chosen === 'upcoming' ? chosen : undefined }) });
  const byFields = {
    list: 'recurring' as const,
    filter,
    onChange: (changed: typeof filter) => void navigate({ search: (now) => ({ ...now, filter: changed }) }),
  };
  const onClear = filter && (() => byFields.onChange(undefined));
  return (
    <Stack gap="sm" maw={1280}>
      <PageHeader title="Recurring Payments" />
      <Group justify="space-between" gap="xs" mih={24}>
        <Text c="dimmed">Manage recurring payment schedules</Text>
        {upcoming.data && (
          <Text size="sm" c="dimmed" className="tabular">
            {upcoming.data.length.toLocaleString('en-US')} due in next {UPCOMING_DAYS} days
          </Text>
        )}
      </Group>
      <SavedViews list="recurring_payments" />
      <div className={styles.filters}>
        <ListFilterButton {...byFields} />
        <ListFilterChips {...byFields} />
      </div>
      {all.data && <RecurringSummary schedules={all.data} dueSoon={upcoming.data?.length} />}
      <Tabs value={isUpcoming ? 'upcoming' : 'all'} onChange={show} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="all">{tabText('All Payments', all.data)}</Tabs.Tab>
          <Tabs.Tab value="upcoming">{tabText('Upcoming', upcoming.data)}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="all" pt="sm">
          <Schedules
            query={all}
            upcoming={false}
            onClear={onClear}
            empty="Get started by creating a recurring payment from an invoice"
          />
        </Tabs.Panel>
        <Tabs.Panel value="upcoming" pt="sm">
          <Schedules
            query={upcoming}
            upcoming
            onClear={onClear}
            empty={`No payments due in the next ${UPCOMING_DAYS} days`}
          />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function tabText(label: string, schedules: readonly RecurringPayment[] | undefined): string {
  return schedules ? `${label} (${schedules.length.toLocaleString('en-US')})` : label;
}

interface SchedulesProps {
  query: Query;
  upcoming: boolean;
  /** Empty-state texts. */
  empty: string;
  /** Removes the filter, if there is one. */
  onClear: (() => void) | undefined;
}

function Schedules({ query, upcoming, empty, onClear }: SchedulesProps) {
  return (
    <Loaded
      query={query}
      failed={(error) => `Error loading recurring payments: ${fetchProblem(error, upcoming)}`}
      loading={<Loading />}
      showsStale
    >
      {(schedules) =>
        schedules.length === 0 ? (
          <EmptyState
            title={onClear ? 'No recurring payments found' : 'No recurring payments'}
            text={onClear ? 'No recurring payments match these filters.' : empty}
            icon={<IconRefresh size={22} aria-hidden />}
            action={
              onClear && (
                <Button variant="default" onClick={onClear}>
                  Clear Filters
                </Button>
              )
            }
          />
        ) : (
          <Stack gap="sm">
            <RecurringPaymentsList schedules={schedules} />
          </Stack>
        )
      }
    </Loaded>
  );
}

function Loading() {
  return (
    <>
      <Text c="dimmed">Loading recurring payments...</Text>
      <LoadingRows rows={6} height={56} label="" />
    </>
  );
}

interface RecurringSummaryProps {
  schedules: readonly RecurringPayment[];
  /** Undefined until loaded. */
  dueSoon: number | undefined;
}

/** Number of active, paused and soon due schedules, and the monthly revenue of active ones (1§9). */
function RecurringSummary({ schedules, dueSoon }: RecurringSummaryProps) {
  const count = (status: RecurringPayment['status']) =>
    schedules.filter((schedule) => schedule.status === status).length;
  const figures = [
    ['Active', count('ACTIVE')],
    ['Paused', count('PAUSED')],
    ['Due Soon', dueSoon ?? '—'],
    ['Monthly Value', moneyDisplay(monthlyValueCents({ schedules }))],
  ] as const;
  return (
    <dl className={styles.summary}>
      {figures.map(([label, figure]) => (
        <div key={label} className={styles.figure}>
          <dt>{label}</dt>
          <dd>{typeof figure === 'number' ? figure.toLocaleString('en-US') : figure}</dd>
        </div>
      ))}
    </dl>
  );
}
