import type { Report } from '@ledgerline/contract/reports/endpoints';
import { dateDisplay } from '@ledgerline/contract/rules';
import {
  REPORT_NAMES,
  REPORT_PERIOD_LABELS,
  REPORT_PERIODS,
  type ReportName,
} from '@ledgerline/contract/rules/report-periods';
import { Button, NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { PageHeader, useHeaderAction } from '../../components/ui/page-header.tsx';
import { PrintSheet } from '../../components/ui/print-sheet.tsx';
import { isTemplateEditor, signedInAgent } from '../../lib/sign-in.ts';
import { useReport } from './api.ts';
import { ReportSheet } from './report-sheet.tsx';
import { Figure, ReportTable } from './report-table.tsx';
import { figureText } from './report-text.ts';
import styles from './reports.module.css';

const route = getRouteApi('/portal/crm/reports');

const TITLES: Record<ReportName, string> = {
  money: 'Money',
  forms: 'Forms',
  clients: 'Clients',
  policies: 'Policies',
  team: 'Team',
};

/** /crm/reports: figures that link to the rows behind them (decision 133). Tab and period are in the URL. */
export function ReportsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const name = REPORT_NAMES.find((each) => each === search.tab) ?? 'money';
  const period = REPORT_PERIODS.find((each) => each === search.period) ?? 'last_12_months';
  const query = useReport(name, period);
  const print = useHeaderAction('Print', <IconPrinter size={16} aria-hidden />);
  const show = (change: typeof search) => void navigate({ search: (now) => ({ ...now, ...change }) });
  return (
    <Stack gap="md" miw={0} maw={1600} className={styles.page ?? ''}>
      <PageHeader
        title="Reports"
        actions={
          <Button variant="default" disabled={!query.data} onClick={() => window.print()} {...print} />
        }
      />
      <Tabs value={name} onChange={(tab) => show({ tab: tab === 'money' || tab === null ? undefined : tab })}>
        <Tabs.List>
          {REPORT_NAMES.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {TITLES[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={name} pt="md">
          <Stack gap="md">
            <div className={styles.toolbar}>
              <NativeSelect
                aria-label="Period"
                data={REPORT_PERIODS.map((value) => ({ value, label: REPORT_PERIOD_LABELS[value] }))}
                value={period}
                onChange={({ currentTarget: { value } }) =>
                  show({ period: value === 'last_12_months' ? undefined : value })
                }
              />
              {query.data && <Notes name={name} report={query.data} />}
            </div>
            <Loaded
              query={query}
              failed="The report could not be loaded."
              loading={<LoadingRows rows={14} label="Loading the report" />}
              showsStale
            >
              {(report) => <Content name={name} report={report} />}
            </Loaded>
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function Notes({ name, report: { from, to, is_restricted } }: { name: ReportName; report: Report }) {
  const hasForms = name === 'forms' || name === 'team';
  return (
    <Text size="sm" c="dimmed">
      {dateDisplay(from)} to {dateDisplay(to)}.{is_restricted && ' Figures include only clients you can see.'}
      {hasForms &&
        !isTemplateEditor(signedInAgent()) &&
        ' Only owners and developers can open the list of forms.'}
    </Text>
  );
}

function Content({ name, report }: { name: ReportName; report: Report }) {
  return (
    <Stack gap="md">
      {report.highlights.length > 0 && (
        <div className={styles.highlights}>
          {report.highlights.map(({ label, unit, figure }) => (
            <div key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Figure
                figure={figure}
                text={figureText(figure.value, unit)}
                label={label}
                className={styles.highlight ?? ''}
              />
            </div>
          ))}
        </div>
      )}
      <div className={styles.tables}>
        {report.tables.map((table) => (
          <ReportTable
            key={table.name}
            table={table}
            fileName={`${TITLES[name]} - ${table.title} ${report.from} to ${report.to}`}
          />
        ))}
      </div>
      <PrintSheet>
        <ReportSheet title={TITLES[name]} report={report} />
      </PrintSheet>
    </Stack>
  );
}
