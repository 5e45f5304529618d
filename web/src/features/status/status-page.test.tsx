import { listParkedEvents, listProviders } from '@ledgerline/contract/providers/endpoints';
import { getStatus } from '@ledgerline/contract/status/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeServer, renderApp, renderPart } from '../../testing/render-app.tsx';
import { signInAs } from '../../testing/sign-in.ts';
import { HealthBadge } from './health-badge.tsx';
import { statusWith } from './testing/status.ts';

/** Besides the status, an owner's page requests the providers. */
function statusServer() {
  return fakeServer()
    .reply(listProviders, { success: true, data: [] })
    .reply(listParkedEvents, { success: true, total: 0, data: [] });
}

function open() {
  signInAs({ is_owner: true });
  return renderApp('/crm/status');
}

afterEach(() => {
  vi.useRealTimers();
});

it('shows what needs fixing', async () => {
  statusServer().reply(getStatus, statusWith({ notices: ['PUBLIC_URL is not set.'] }));
  open();
  expect(await screen.findByText('PUBLIC_URL is not set.')).toBeDefined();
});

it('shows resources, process and the check itself', async () => {
  statusServer().reply(getStatus, statusWith());
  open();
  expect(await screen.findByText('API process status and system resources')).toBeDefined();
  for (const heading of ['System Resources', 'API Process', 'System Information']) {
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined();
  }
  const shown = document.querySelector('main')?.textContent ?? '';
  const facts = [
    '2.00 · 1.00 · 0.50 on 4 cores',
    'Test CPU',
    '45.5%',
    '4.00 GB of 8.00 GB',
    '6.10 GB of 10.00 GB',
    '3d 4h 5m',
  ];
  const more = ['Linux 6.1', 'x64', 'host-1', '4242', 'v24.0.0', '50 MB', '80 MB', '9 MB', '0d 1h 2m'];
  for (const fact of [
    ...facts,
    ...more,
    'production',
    '0.1.0',
    '1.25 ms',
    'Last updated',
    'Notifications for digests1,234',
  ]) {
    expect(shown).toContain(fact);
  }
  expect(shown).toContain('Full monitoring is done by a separate monitor service.');
});

it.each([
  [2, '50', 'green'],
  [3, '75', 'yellow'],
  [4, '100', 'red'],
])(
  'draws the CPU bar from the first load value divided by the cores: %d of 4 is %s percent, %s',
  async (load, percent, color) => {
    statusServer().reply(getStatus, statusWith({ load: [load, 9, 9] }));
    open();
    const bar = await screen.findByRole('progressbar', { name: 'CPU load' });
    expect(bar.getAttribute('aria-valuenow')).toBe(percent);
    expect(bar.getAttribute('style')).toContain(`-${color}-`);
  },
);

describe('a failed load', () => {
  it('shows the status code, and reloads on Retry', async () => {
    const server = statusServer().respond(getStatus, () => new Response('down', { status: 503 }));
    open();
    expect(await screen.findByText('Failed to Load Status')).toBeDefined();
    expect(screen.getByText('HTTP error! status: 503')).toBeDefined();
    expect(server.calls(getStatus)).toHaveLength(1);
    server.reply(getStatus, statusWith());
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('host-1')).toBeDefined();
  });

  it('shows the server’s reason', async () => {
    const message = 'The database is not reachable.';
    statusServer().respond(getStatus, () => Response.json({ success: false, message }, { status: 503 }));
    open();
    expect(await screen.findByText(`HTTP error! status: 503. ${message}`)).toBeDefined();
  });

  it.each([
    ['of another shape', Response.json({ success: true, system: { resources: null } })],
    ['a proxy’s page', new Response('<!doctype html>')],
    ['empty', new Response('')],
  ])('is one message when the response is %s', async (_what, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    statusServer().respond(getStatus, () => answer);
    open();
    await screen.findByText('Failed to Load Status');
    screen.getByText('The server’s response could not be read. Please reload the page and try again.');
  });

  it('keeps the previous figures on screen', async () => {
    const server = statusServer().reply(getStatus, statusWith());
    open();
    await screen.findByText('host-1');
    server.respond(getStatus, () => new Response('down', { status: 500 }));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('HTTP error! status: 500')).toBeDefined();
    expect(screen.getByText('host-1')).toBeDefined();
  });
});

it('sends the agent’s token, which unmasks the data', async () => {
  const server = statusServer().reply(getStatus, statusWith());
  open();
  await screen.findByText('host-1');
  expect(server.calls(getStatus)[0]?.headers.get('authorization')).toMatch(/^Bearer /);
});

it('keeps the focus on Refresh while loading, and sends one request however often it is clicked', async () => {
  const server = statusServer().reply(getStatus, statusWith());
  open();
  await screen.findByText('host-1');
  let answer: (response: Response) => void = () => undefined;
  server.respond(getStatus, () => new Promise((resolve) => (answer = resolve)));
  const button = screen.getByRole('button', { name: 'Refresh' });
  button.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'));
  await userEvent.keyboard('{Enter}');
  expect([button.hasAttribute('disabled'), document.activeElement === button]).toEqual([false, true]);
  expect(server.calls(getStatus)).toHaveLength(2);
  answer(Response.json(statusWith()));
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'));
});

it('shows a loading state', async () => {
  statusServer().respond(getStatus, () => new Promise(() => undefined));
  open();
  expect(await screen.findByText('Loading System Status...')).toBeDefined();
});

it('polls every 30 s, never twice at once, and stops when unmounted', async () => {
  const server = statusServer().reply(getStatus, statusWith());
  const { router } = open();
  await screen.findByText('host-1');
  vi.useFakeTimers();
  // The interval runs on a real timer: a refetch starts the next one under the fake clock.
  await act(async () => {
    screen.getByRole('button', { name: 'Refresh' }).click();
    await vi.advanceTimersByTimeAsync(10);
  });
  const before = server.calls(getStatus).length;
  await act(() => vi.advanceTimersByTimeAsync(30_100));
  expect(server.calls(getStatus)).toHaveLength(before + 1);
  let answer: (response: Response) => void = () => undefined;
  server.respond(getStatus, () => new Promise((resolve) => (answer = resolve)));
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(server.calls(getStatus)).toHaveLength(before + 2);
  answer(Response.json(statusWith()));
  await act(async () => {
    await router.navigate({ to: '/crm/dashboard' });
    await vi.advanceTimersByTimeAsync(200_000);
  });
  expect(server.calls(getStatus)).toHaveLength(before + 2);
});

describe('the health badge', () => {
  it.each([
    ['healthy', 'green'],
    ['warning', 'yellow'],
    ['degraded', 'orange'],
    ['critical', 'red'],
    ['foo', 'gray'],
  ])('of %s is %s', (health, hue) => {
    renderPart(<HealthBadge health={health} />);
    expect(screen.getByText(health).closest('[data-hue]')?.getAttribute('data-hue')).toBe(hue);
  });
});
