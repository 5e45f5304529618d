import { getReport, listReportRows, type Report } from '@ledgerline/contract/reports/endpoints';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { chartedRows, tableCsv } from './report-text.ts';

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

it.each([
  ['bars', 1, 12],
  ['bars', 5, 2],
  ['bars', 9, 2],
  ['stacked', 5, 31],
] as const)('a chart of %s with %i series shows %i rows', (chart, series, count) =>
  expect(chartedRows(chart, series)).toBe(count),
);

const rows = (list: 'invoices' | 'submissions' | 'payments', value: string) => ({
  list,
  filter: { match: 'all' as const, rules: [{ field: 'status', op: 'is_any', values: [value] }] },
});

/** Two figures of each row: invoices with their balance. */
function aReport(changes: Partial<Report> = {}): Report {
  const cells = (value: number, status: string) => [
    { value, rows: rows('invoices', status) },
    { value: value * 10_001, rows: rows('invoices', status) },
  ];
  return {
    ...{ from: '2025-12-01', to: '2026-11-30', is_restricted: false },
    highlights: [
      { label: 'Outstanding', unit: 'cents', figure: { value: 30_003, rows: rows('invoices', 'sent') } },
    ],
    tables: [
      {
        ...{ name: 'ages', title: 'Outstanding by age', note: 'Balance due.', heading: 'Due', chart: null },
        columns: [
          { label: 'Invoices', unit: 'count', is_charted: false },
          { label: 'Balance', unit: 'cents', is_charted: true },
        ],
        rows: [
          { label: 'Not overdue', cells: cells(1, 'sent') },
          { label: '=HYPERLINK("x")', cells: cells(-2, 'draft') },
        ],
        total: cells(3, 'paid'),
      },
    ],
    ...changes,
  };
}

const aServer = (report = aReport()) => fakeServer().reply(getReport, { success: true, report });
const queries = (server: ReturnType<typeof aServer>) =>
  server.calls(getReport).map(({ path, query }) => `${path}?${query}`);

describe('the reports page', () => {
  it('shows exact figures that open the rows behind them', async () => {
    aServer();
    renderApp('/crm/reports');
    const table = within(await screen.findByRole('table', { name: 'Outstanding by age' }));
    const link = table.getByRole('link', { name: 'Not overdue, Balance: $100.01' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://localhost');
    expect([address.pathname, JSON.parse(address.searchParams.get('filter') ?? '')]).toEqual([
      '/crm/payments',
      rows('invoices', 'sent').filter,
    ]);
    table.getByRole('link', { name: 'Total, Invoices: 3' });
    screen.getByRole('link', { name: 'Outstanding: $300.03' });
    expect(screen.queryByText(/only clients you can see/)).toBeNull();
  });

  it('has its tab and period in the URL', async () => {
    const server = aServer(aReport({ is_restricted: true }));
    const { router } = renderApp('/crm/reports?tab=team&period=nonsense');
    await screen.findByText(/Figures include only clients you can see/);
    await userEvent.click(screen.getByRole('tab', { name: 'Policies' }));
    await userEvent.selectOptions(await screen.findByLabelText('Period'), 'Last year');
    await vi.waitFor(() => expect(queries(server).at(-1)).toMatch(/\/reports\/policies\?period=last_year$/));
    expect(router.state.location.search).toEqual({ tab: 'policies', period: 'last_year' });
  });

  it('has no link to the list of forms for an agent who cannot open it', async () => {
    const figure = { value: 7, rows: rows('submissions', 'sent') };
    aServer(aReport({ highlights: [{ label: 'Sent', unit: 'count', figure }], tables: [] }));
    renderApp('/crm/reports?tab=forms');
    expect((await screen.findByText('7')).tagName).toBe('SPAN');
    screen.getByText(/Only owners and developers can open the list of forms/);
  });
});

describe('the CSV of a table', () => {
  it('has exact amounts, the total, and no formulas', () => {
    const [table] = aReport().tables;
    if (!table) throw new Error('a table was expected');
    expect(tableCsv(table).split('\r\n')).toEqual([
      '\uFEFFDue,Invoices,Balance',
      'Not overdue,1,100.01',
      `"'=HYPERLINK(""x"")",-2,-200.02`,
      'Total,3,300.03',
      '',
    ]);
  });

  it('has both digits of the cents', () => {
    const [table] = aReport().tables;
    if (!table) throw new Error('a table was expected');
    const [row] = table.rows;
    if (!row) throw new Error('a row was expected');
    const cells = row.cells.map((cell) => ({ ...cell, value: 551_710 }));
    expect(tableCsv({ ...table, rows: [{ ...row, cells }] })).toContain('Not overdue,551710,5517.10');
  });
});

describe('the rows behind a figure', () => {
  it('are payments with their sum', async () => {
    const server = fakeServer().reply(listReportRows, {
      ...{ success: true, total: 1, total_cents: -1010 },
      rows: [
        {
          ...{
            id: 5,
            day: '2026-11-30',
            client_id: 7,
            client_name: 'Ana Ruiz',
            title: 'Review',
            invoice_id: 9,
          },
          ...{ state: 'refund', agent_id: null, amount_cents: -1010 },
        },
      ],
    });
    const { filter } = rows('payments', 'x');
    renderApp(`/crm/reports/rows?list=payments&filter=${encodeURIComponent(JSON.stringify(filter))}`);
    const row = within(await screen.findByRole('row', { name: /Ana Ruiz/ }));
    row.getByText('Refund');
    row.getByText('-$10.10');
    screen.getByText('Sum -$10.10');
    const query = new URLSearchParams(server.calls(listReportRows).at(-1)?.query);
    expect([query.get('list'), JSON.parse(query.get('filter') ?? '')]).toEqual(['payments', filter]);
  });
});
