import {
  OPEN_RENEWAL_STATUSES,
  POLICY_LINE_LABELS,
  POLICY_LINES,
  type RenewalStatus,
} from '@ledgerline/contract/rules/policies';
import { monthsOf } from '@ledgerline/contract/rules/report-periods';
import type { ReportScope } from '../report-scope.ts';
import {
  figure,
  type GroupColumn,
  inDays,
  MAX_TEXT_ROWS,
  monthRows,
  type ReportContent,
  rowsOf,
  sumBy,
  tableOf,
  textRows,
  where,
} from '../rules.ts';
import { groupPremiums, groupRenewals, type PremiumGroup, type RenewalGroup } from './queries.ts';

const ACTIVE = where('status', 'is_any', 'active');
/** Shown statuses of policies that are stored as submitted or active. */
const RENEWABLE = where('status', 'is_any', 'submitted', 'upcoming', 'active', 'ended');
const LOST = where('renewal_status', 'is_any', 'lost');

const policiesOf = sumBy<{ policies: number }>(({ policies }) => policies);
const premium = sumBy<PremiumGroup>(({ premium_cents }) => premium_cents);

const PREMIUM_COLUMNS: readonly GroupColumn<PremiumGroup>[] = [
  { label: 'Policies', unit: 'count', list: 'policies', value: policiesOf },
  { label: 'Premium per month', unit: 'cents', list: 'policies', value: premium, look: { isCharted: true } },
  {
    label: 'After subsidy',
    unit: 'cents',
    list: 'policies',
    value: sumBy(({ net_cents }) => net_cents),
  },
];

/** Premiums of active policies, and renewals. */
export async function policiesReport({ db, days, today }: ReportScope): Promise<ReportContent> {
  const [premiums, renewals] = await Promise.all([
    groupPremiums(db, today),
    groupRenewals(db, days.from, days.to),
  ]);
  const carriers = textRows(premiums, ({ premium_cents }) => premium_cents, {
    ...{ field: 'carrier', empty: 'No carrier', shared: [ACTIVE] },
  });
  return {
    highlights: highlightsOf(premiums, renewals, days),
    tables: [
      tableOf({
        ...{
          name: 'carriers',
          title: 'Premium by carrier',
          note: 'Active policies, as of today.',
          heading: 'Carrier',
        },
        ...{ chart: 'bars', columns: PREMIUM_COLUMNS, rows: carriers, most: MAX_TEXT_ROWS },
        totalOf: [ACTIVE],
      }),
      tableOf({
        ...{
          name: 'lines',
          title: 'Premium by line',
          note: 'Active policies, as of today.',
          heading: 'Line',
        },
        columns: PREMIUM_COLUMNS,
        rows: POLICY_LINES.map((line) => ({
          label: POLICY_LINE_LABELS[line],
          groups: premiums.filter((group) => group.line === line),
          conditions: [ACTIVE, where('line', 'is_any', line)],
        })).filter(({ groups }) => groups.length > 0),
        totalOf: [ACTIVE],
      }),
      ...renewalTables(renewals, days),
    ],
  };
}

function highlightsOf(
  premiums: readonly PremiumGroup[],
  renewals: readonly RenewalGroup[],
  days: ReportScope['days'],
): ReportContent['highlights'] {
  return [
    {
      label: 'Active policies',
      unit: 'count',
      figure: figure(policiesOf(premiums), rowsOf('policies', ACTIVE)),
    },
    {
      label: 'Premium per month',
      unit: 'cents',
      figure: figure(premium(premiums), rowsOf('policies', ACTIVE)),
    },
    ...(['renewed', 'lost'] as const).map((state) => ({
      label: state === 'renewed' ? 'Renewals won' : 'Renewals lost',
      unit: 'count' as const,
      figure: figure(
        policiesOf(renewals.filter(({ renewal_status }) => renewal_status === state)),
        rowsOf('policies', where('renewal_status', 'is_any', state), inDays('end_date', days)),
      ),
    })),
  ];
}

function renewalTables(renewals: readonly RenewalGroup[], days: ReportScope['days']) {
  const renewal = (label: string, statuses: readonly RenewalStatus[]): GroupColumn<RenewalGroup> => ({
    ...{ label, unit: 'count', list: 'policies', look: { isCharted: true } },
    value: (groups) => policiesOf(groups.filter(({ renewal_status }) => statuses.includes(renewal_status))),
    conditions: [where('renewal_status', 'is_any', ...statuses)],
  });
  const open = renewal('Open', OPEN_RENEWAL_STATUSES);
  const lost = renewals.filter(({ renewal_status }) => renewal_status === 'lost');
  return [
    tableOf({
      name: 'renewals',
      title: 'Renewals won and lost',
      note: 'By the month in which the policy ends. Open: a submitted or active policy that is neither renewed nor lost.',
      heading: 'Month',
      chart: 'stacked',
      columns: [
        renewal('Renewed', ['renewed']),
        renewal('Lost', ['lost']),
        {
          ...open,
          conditions: [...(open.conditions ?? []), RENEWABLE],
        },
      ],
      rows: monthRows(monthsOf(days), renewals, (month) => [inDays('end_date', month)]),
      totalOf: [inDays('end_date', days)],
    }),
    tableOf<RenewalGroup>({
      ...{ name: 'lost', title: 'Why renewals were lost', heading: 'Reason' },
      columns: [
        { label: 'Policies', unit: 'count', list: 'policies', value: policiesOf, look: { isCharted: true } },
      ],
      rows: textRows(lost, ({ policies }) => policies, {
        ...{ field: 'lost_reason', empty: 'No reason', shared: [LOST, inDays('end_date', days)] },
      }),
      most: MAX_TEXT_ROWS,
      totalOf: [LOST, inDays('end_date', days)],
    }),
  ];
}
