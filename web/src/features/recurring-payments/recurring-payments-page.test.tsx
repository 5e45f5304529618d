import {
  cancelRecurringPayment,
  listRecurringPayments,
  listUpcomingPayments,
  pauseRecurringPayment,
  type RecurringPayment,
  resumeRecurringPayment,
} from '@ledgerline/contract/recurring-payments/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { aSchedule } from './testing/schedules.ts';

const PAGE = '/crm/recurring-payments';
const ACTIVE = aSchedule({ payments_made: 3 });
const PAUSED = aSchedule({
  id: 2,
  name: 'Plan fee',
  status: 'PAUSED',
  frequency: 'MONTHLY',
  frequency_interval: 2,
});
const CANCELLED = aSchedule({ id: 3, name: 'Old fee', status: 'CANCELLED', next_payment_date: null });

beforeEach(() => {
  signInAs();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

function aServer(all: RecurringPayment[], upcoming: RecurringPayment[] = []) {
  return fakeServer()
    .reply(listRecurringPayments, { success: true, data: all })
    .reply(listUpcomingPayments, { success: true, data: upcoming });
}

async function row(name: string) {
  const found = (await screen.findByText(name)).closest('li');
  if (!found) throw new Error(`no row shows ${name}`);
  return within(found);
}

function figure(label: string): string | null | undefined {
  return screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent;
}

describe('the recurring payments', () => {
  it('show tabs with counts, figures and each schedule', async () => {
    const server = aServer([ACTIVE, PAUSED, CANCELLED], [ACTIVE]);
    renderApp(PAGE);
    const active = await row('Advisory retainer');
    screen.getByRole('heading', { name: 'Recurring Payments' });
    screen.getByText('Manage recurring payment schedules');
    screen.getByText('1 due in next 30 days');
    screen.getByRole('tab', { name: 'All Payments (3)' });
    screen.getByRole('tab', { name: 'Upcoming (1)' });
    expect([figure('Active'), figure('Paused'), figure('Due Soon'), figure('Monthly Value')]).toEqual([
      '1',
      '1',
      '1',
      '$10.00',
    ]);
    for (const text of ['Active', 'maria@example.com', '$120.00', 'yearly · BFA', '3 payments made'])
      active.getByText(text);
    active.getByText('Next: Jan 5, 2027');
    expect(active.getByRole('link', { name: 'Maria Alvarez' }).getAttribute('href')).toBe('/crm/clients/7');
    const paused = await row('Plan fee');
    paused.getByText('every 2 months · BFA');
    expect(paused.queryByText(/payments made/)).toBeNull();
    expect(server.calls(listUpcomingPayments)[0]?.query.get('days')).toBe('30');
  });

  it('offer pause while active, resume while paused, and cancel always', async () => {
    aServer([ACTIVE, PAUSED, CANCELLED]);
    renderApp(PAGE);
    const offered = async (name: string) =>
      (await row(name)).getAllByRole('button').map((button) => button.textContent);
    expect(await offered('Advisory retainer')).toEqual(['Pause', 'Cancel']);
    expect(await offered('Plan fee')).toEqual(['Resume', 'Cancel']);
    expect(await offered('Old fee')).toEqual(['Cancel']);
  });

  it('explain each tab while it is empty, and store the tab in the URL', async () => {
    aServer([], []);
    const { router } = renderApp(PAGE);
    await screen.findByText('No recurring payments');
    screen.getByText('Get started by creating a recurring payment from an invoice');
    await userEvent.click(screen.getByRole('tab', { name: 'Upcoming (0)' }));
    await screen.findByText('No payments due in the next 30 days');
    screen.getByText('No recurring payments');
    expect(router.state.location.href).toBe(`${PAGE}?tab=upcoming`);
  });

  it('follow a filter in every list and figure, and offer to clear it', async () => {
    const rules = [{ field: 'status', op: 'is_any', values: ['PAUSED'] }];
    const filter = JSON.stringify({ match: 'all', rules });
    const server = aServer([], []);
    const { router } = renderApp(`${PAGE}?tab=upcoming&filter=${encodeURIComponent(filter)}`);
    await screen.findByText('No recurring payments match these filters.');
    await screen.findByRole('button', { name: 'Status is Paused' }, { timeout: 20_000 });
    for (const endpoint of [listRecurringPayments, listUpcomingPayments])
      expect(server.calls(endpoint)[0]?.query.get('filter')).toBe(filter);
    server.reply(listUpcomingPayments, { success: true, data: [ACTIVE] });
    await userEvent.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement);
    await row(ACTIVE.name);
    expect(router.state.location.href).toBe(`${PAGE}?tab=upcoming`);
  });

  it('show a loading state', async () => {
    aServer([]).respond(listRecurringPayments, () => new Promise(() => undefined));
    renderApp(PAGE);
    await screen.findByText('Loading recurring payments...');
  });

  it.each([
    ['', 'Failed to fetch recurring payments: Forbidden', listRecurringPayments],
    ['?tab=upcoming', 'Failed to fetch upcoming recurring payments: Forbidden', listUpcomingPayments],
  ])('show why a list could not be loaded (%j)', async (search, message, endpoint) => {
    const server = aServer([ACTIVE], [ACTIVE]).respond(
      endpoint,
      () => new Response(null, { status: 403, statusText: 'Forbidden' }),
    );
    renderApp(PAGE + search);
    await screen.findByText(`Error loading recurring payments: ${message}`);
    server.reply(endpoint, { success: true, data: [ACTIVE] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await row('Advisory retainer');
  });
});

describe('an action on a recurring payment', () => {
  it.each([
    [ACTIVE, 'Pause', pauseRecurringPayment, 'Payment Paused', 'paused'],
    [PAUSED, 'Resume', resumeRecurringPayment, 'Payment Resumed', 'resumed'],
  ] as const)('is reported, and the list refetches (%#)', async (schedule, button, endpoint, title, word) => {
    const server = aServer([schedule]).reply(endpoint, { success: true, data: schedule, message: '' });
    renderApp(PAGE);
    const scheduleRow = await row(schedule.name);
    const before = server.calls(listRecurringPayments).length;
    await userEvent.click(scheduleRow.getByRole('button', { name: `${button}: ${schedule.name}` }));
    await screen.findByText(title);
    screen.getByText(`Recurring payment has been ${word} successfully.`);
    expect(server.calls(endpoint)[0]?.path).toBe(
      `/recurring-payments/${schedule.id}/${button.toLowerCase()}`,
    );
    await waitFor(() => expect(server.calls(listRecurringPayments).length).toBe(before + 1));
  });

  it.each([
    [ACTIVE, 'Pause', pauseRecurringPayment],
    [PAUSED, 'Resume', resumeRecurringPayment],
  ] as const)(
    'reports a failure with its reason, and the list refetches (%#)',
    async (schedule, button, endpoint) => {
      const server = aServer([schedule]).replyError(endpoint, 'wrong_state', 'Another agent was quicker.');
      renderApp(PAGE);
      const scheduleRow = await row(schedule.name);
      await userEvent.click(scheduleRow.getByRole('button', { name: `${button}: ${schedule.name}` }));
      await screen.findByText(`${button} Failed`);
      screen.getByText(`Failed to ${button.toLowerCase()} recurring payment. Please try again.`);
      await scheduleRow.findByText('Another agent was quicker.');
      await waitFor(() => expect(server.calls(listRecurringPayments)).toHaveLength(2));
    },
  );

  it.each([
    ['', 'on the opposite action', `Resume: ${ACTIVE.name}`],
    ['?tab=upcoming', 'in the next row if its own row is gone', 'Pause: Weekly call'],
  ])('keeps the focus in place (%j): %s', async (search, _, focused) => {
    const next = aSchedule({ id: 9, name: 'Weekly call' });
    const rest = [{ ...ACTIVE, status: 'PAUSED' } as const, next];
    const server = aServer([ACTIVE, next], [ACTIVE, next]).reply(pauseRecurringPayment, () => {
      server.reply(listRecurringPayments, { success: true, data: rest });
      server.reply(listUpcomingPayments, { success: true, data: [next] });
      return { success: true as const, data: rest[0] ?? ACTIVE, message: '' };
    });
    renderApp(PAGE + search);
    (await row(ACTIVE.name)).getByRole('button', { name: `Pause: ${ACTIVE.name}` }).focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(focused));
  });

  it('cancels only after confirmation', async () => {
    const server = aServer([ACTIVE]).reply(cancelRecurringPayment, {
      success: true,
      data: CANCELLED,
      message: '',
    });
    renderApp(PAGE);
    const openConfirmation = async () => {
      await userEvent.click((await row(ACTIVE.name)).getByRole('button', { name: `Cancel: ${ACTIVE.name}` }));
      return within(await screen.findByRole('dialog', { name: 'Cancel Recurring Payment' }));
    };
    const question = await openConfirmation();
    question.getByText(
      'Are you sure you want to cancel this recurring payment? This action cannot be undone.',
    );
    await userEvent.click(question.getByRole('button', { name: 'Keep Active' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.calls(cancelRecurringPayment)).toHaveLength(0);
    await userEvent.click((await openConfirmation()).getByRole('button', { name: 'Yes, Cancel' }));
    await screen.findByText('Payment Cancelled');
    screen.getByText('Recurring payment has been cancelled successfully.');
    await waitFor(() => expect(server.calls(listRecurringPayments)).toHaveLength(2));
    expect(server.calls(cancelRecurringPayment)[0]?.method).toBe('DELETE');
  });

  it('shows that a cancellation failed', async () => {
    aServer([ACTIVE]).replyError(cancelRecurringPayment, 'not_found', 'Recurring payment not found.');
    renderApp(PAGE);
    await userEvent.click((await row(ACTIVE.name)).getByRole('button', { name: `Cancel: ${ACTIVE.name}` }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, Cancel' }));
    await screen.findByText('Cancel Failed');
    screen.getByText('Failed to cancel recurring payment. Please try again.');
  });
});
