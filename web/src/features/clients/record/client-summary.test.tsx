import { listAgentNames } from '@ledgerline/contract/agents/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import type { Task } from '@ledgerline/contract/tasks/endpoints';
import { finishTask, listTasks } from '@ledgerline/contract/tasks/endpoints';
import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { dayIn } from '../../../domain/today.ts';
import { signInAs } from '../../../testing/sign-in.ts';
import { answer, callsOf, failWith, resetApi } from '../testing/client-server.ts';
import { aClient } from '../testing/clients.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ClientDetail } from './client-detail.tsx';
import { planFactsOf } from './client-summary.tsx';

const ZONE = 'America/New_York';
const day = (days: number) => dayIn(ZONE, new Date(Date.now() + days * 86_400_000));

const aTask = (fields: Partial<Task> = {}): Task => ({
  ...{ id: 1, title: 'Call about the plan', client_id: 1, client_name: 'Maria Alvarez', owner_agent_id: 7 },
  ...{ due_day: day(1), due_time: null, repeat: null, sets_follow_up: false, done_at: null, done_by: null },
  ...fields,
});

let tasks: Task[] = [];

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  signInAs({ id: 7 });
  resetApi();
  tasks = [];
  answer(listAgentNames).with(() => ({ success: true, data: [] }));
  answer(listTasks).with(() => ({ success: true, tasks, next: null }));
});

async function openClient(fields: Record<string, string | number | null> = {}) {
  answer(getClient).with(() => ({ success: true, data: aClient(1, fields) }));
  const user = userEvent.setup();
  const page = (
    <>
      <Notifications />
      <ClientDetail clientId={1} work={[]} />
    </>
  );
  const view = await renderScreen(() => page, '/crm/clients/1');
  await screen.findByRole('heading', { name: 'Maria Alvarez' });
  return { ...view, user, header: within(screen.getByRole('region', { name: 'Client' })) };
}

const href = (link: HTMLElement) => link.getAttribute('href');

describe('plan and premium', () => {
  test.each([
    [{}, { plan: '', premium: '' }],
    [
      { current_health_plan_name: 'Silver 94', health_plan_premium: 120.5, cigna: 40 },
      { plan: 'Silver 94', premium: '$120.50' },
    ],
    [{ current_health_plan_name: 'Silver 94' }, { plan: 'Silver 94', premium: '' }],
    [
      { cigna: 540.64, humana_medicare: '636.31' },
      { plan: 'Cigna, Humana Medicare', premium: '$1,176.95' },
    ],
    [{ health_plan_premium: 0 }, { plan: '', premium: '$0.00' }],
  ])('of %j', (fields, facts) => expect(planFactsOf(aClient(1, fields))).toEqual(facts));
});

describe('contact methods', () => {
  test('are in the header, with call, text and email actions', async () => {
    const { header } = await openClient({
      ...{ primary_phone: '3055551000', primary_email: 'maria@example.com', address: '1 Harbour Way' },
    });
    expect(href(header.getByRole('link', { name: 'Call (305) 555-1000' }))).toBe('tel:3055551000');
    expect(href(header.getByRole('link', { name: 'Text (305) 555-1000' }))).toBe('sms:3055551000');
    expect(href(header.getByRole('link', { name: 'Email maria@example.com' }))).toBe(
      'mailto:maria@example.com',
    );
    header.getByText('1 Harbour Way');
  });

  test('show only what exists, the secondary phone in place of the primary', async () => {
    const { header } = await openClient({ secondary_phone: '3055552000' });
    header.getByRole('link', { name: 'Call (305) 555-2000' });
    expect(header.queryByRole('link', { name: /^Email/ })).toBeNull();
    expect(header.getAllByRole('button', { name: /^Copy/ })).toHaveLength(1);
    expect(header.queryByText('Address')).toBeNull();
  });

  test('show a phone without digits as text', async () => {
    const { header } = await openClient({ primary_phone: 'ask the spouse' });
    header.getByText('ask the spouse');
    expect(header.queryByRole('link', { name: /Call|Text|Email/ })).toBeNull();
  });

  test.each([
    ['phone', '(305) 555-1000'],
    ['email', 'maria@example.com'],
    ['address', '1 Harbour Way'],
  ])('is copied: the %s', async (what, copied) => {
    const { header, user } = await openClient({
      ...{ primary_phone: '3055551000', primary_email: 'maria@example.com', address: '1 Harbour Way' },
    });
    await user.click(header.getByRole('button', { name: `Copy ${what}` }));
    await header.findByRole('button', { name: 'Copied!' });
    expect(await navigator.clipboard.readText()).toBe(copied);
  });

  test('explain what to do when copying is blocked, and copy once it is allowed', async () => {
    const { header, user } = await openClient({ primary_phone: '3055551000' });
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(header.getByRole('button', { name: 'Copy phone' }));
    await screen.findByText('Select the text and copy it manually.');
    screen.getByText('Failed to copy to clipboard');
    writeText.mockRestore();
    await user.click(header.getByRole('button', { name: 'Copy phone' }));
    await header.findByRole('button', { name: 'Copied!' });
  });
});

describe('the next task', () => {
  test('is the earliest due task, marked when overdue', async () => {
    tasks = [aTask({ due_day: day(-1) }), aTask({ id: 2, title: 'Send the form' })];
    const { header } = await openClient();
    await header.findByText('Call about the plan');
    header.getByText('Overdue: yesterday');
    expect(header.queryByText('Send the form')).toBeNull();
  });

  test('is completed with one press, and the following task gets focus', async () => {
    tasks = [aTask(), aTask({ id: 2, title: 'Send the form' })];
    answer(finishTask).with(() => {
      tasks = tasks.slice(1);
      return { success: true, task: aTask({ done_at: new Date().toISOString(), done_by: 7 }), next: null };
    });
    const { header, user } = await openClient();
    await user.click(await header.findByRole('button', { name: 'Mark “Call about the plan” as done' }));
    await screen.findByText('“Call about the plan” is done.');
    const next = await header.findByRole('button', { name: 'Mark “Send the form” as done' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(header.queryByText('Send the form')).toBeNull());
    expect(callsOf(finishTask).map(({ params }) => params)).toEqual([{ id: 1 }, { id: 2 }]);
    expect(document.activeElement).not.toBe(document.body);
  });

  test('stays and shows an error when completing fails, and succeeds on retry', async () => {
    tasks = [aTask()];
    failWith(finishTask, 409, { message: 'Ben Second has already marked this task as done.' });
    const { header, user } = await openClient();
    await user.click(await header.findByRole('button', { name: /^Mark/ }));
    await screen.findByText('Ben Second has already marked this task as done.');
    answer(finishTask).with(() => {
      tasks = [];
      return { success: true, task: aTask({ done_at: new Date().toISOString() }), next: null };
    });
    await user.click(header.getByRole('button', { name: /^Mark/ }));
    await screen.findByText('“Call about the plan” is done.');
    await waitFor(() => expect(header.queryByText('Call about the plan')).toBeNull());
  });

  test('reloads after a load error', async () => {
    failWith(listTasks, 400);
    const { header, user } = await openClient();
    await header.findByText('Not loaded');
    answer(listTasks).with(() => ({ success: true, tasks: [aTask()], next: null }));
    await user.click(header.getByRole('button', { name: 'Try Again' }));
    await header.findByText('Call about the plan');
  });
});

describe('empty fields', () => {
  const employment = () => within(screen.getByRole('region', { name: 'Employment Information' }));
  const fold = () => employment().getByRole('button', { name: /empty fields?: Employment Information$/ });

  test('are collapsed with a count, shown on request, also for the next client', async () => {
    const { user, unmount } = await openClient({ occupation: 'Nurse' });
    employment().getByText('Occupation');
    expect(employment().queryByText('—')).toBeNull();
    expect(fold().getAttribute('aria-expanded')).toBe('false');
    const count = Number(/\d+/.exec(fold().textContent ?? '')?.[0]);
    await user.click(fold());
    expect(employment().getAllByText('—')).toHaveLength(count);
    expect(fold().textContent).toBe(`Hide ${count} empty fields`);
    expect(fold().getAttribute('aria-expanded')).toBe('true');
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    await openClient({ occupation: 'Cook' });
    expect(fold().getAttribute('aria-expanded')).toBe('true');
  });

  test('stay collapsed for another agent in this browser', async () => {
    const { user, unmount } = await openClient({ occupation: 'Nurse' });
    await user.click(fold());
    unmount();
    signInAs({ id: 8 });
    await openClient({ occupation: 'Nurse' });
    expect(fold().getAttribute('aria-expanded')).toBe('false');
  });

  test('of a card without information are under Add details, and its dialog has all fields', async () => {
    const { user } = await openClient({ occupation: 'Nurse' });
    const details = within(
      screen.getByRole('heading', { name: 'Add details' }).parentElement ?? document.body,
    );
    expect(details.queryByText('Employment Information')).toBeNull();
    await user.click(details.getByRole('button', { name: 'Edit: Bank Information' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bank Information' }));
    dialog.getByLabelText('Bank name');
  });
});

describe('the sections', () => {
  const cards = () =>
    screen
      .getAllByRole('link', { name: /./ })
      .flatMap((link) => (link.closest('nav') ? link.textContent : []));

  test('keep their order whatever they contain, and links lead to them', async () => {
    const { user } = await openClient({
      family_history: null,
      bank_name: 'Chase',
      occupation: 'Nurse',
      notes: '<p>x</p>',
    });
    expect(cards()).toEqual(['Notes', 'Employment Information', 'Bank Information', 'Add details']);
    await user.click(screen.getByRole('link', { name: 'Bank Information' }));
    expect(document.activeElement?.id).toBe('bank');
  });
});
