import { getPayPage, type PayPage } from '@ledgerline/contract/pay-page/endpoints';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { openPublicPage, publicServer } from '../../testing/public-pages.tsx';
import { PAGE } from './testing/pay-page.ts';

const SETTLED = { paid_cents: 12_840, due_cents: 0 };
let server: FakeServer;

beforeEach(() => {
  server = publicServer();
});

function page(changes: Partial<PayPage> = {}) {
  server.reply(getPayPage, { success: true, data: { ...PAGE, ...changes } });
}

describe('an invoice of an external provider', () => {
  it('is paid on the page of that provider', async () => {
    const replace = vi.fn();
    const data = { ...PAGE, redirect_url: 'https://pay.outside.example/inv?once=1', is_test: false };
    let answer = () => undefined as unknown;
    server.respond(
      getPayPage,
      () =>
        new Promise((resolve) => {
          answer = () => resolve(Response.json({ success: true, data }));
        }),
    );
    openPublicPage('/pay/token');
    // The page itself is loaded from the address that is replaced here.
    await waitFor(() => expect(server.calls(getPayPage)).toHaveLength(1));
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      replace,
    } as unknown as Location);
    answer();
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://pay.outside.example/inv?once=1'));
    expect(screen.queryByText('TEST MODE')).toBeNull();
    vi.restoreAllMocks();
  });

  it('shows that its page is being prepared, and opens it when ready', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const replace = vi.fn();
    page({ state: 'preparing', is_test: false });
    openPublicPage('/pay/token');
    const title = await screen.findByRole('heading', {
      name: 'The payment page of this invoice is being prepared.',
    });
    // An SVG icon: not every phone has a clock character.
    expect(title.previousElementSibling?.querySelector('svg')).toBeTruthy();
    expect(title.previousElementSibling?.textContent).toBe('');
    screen.getByText('Plan');
    vi.spyOn(window, 'location', 'get').mockReturnValue({
      ...window.location,
      replace,
    } as unknown as Location);
    page({ redirect_url: 'https://pay.outside.example/inv?once=2', is_test: false });
    await act(() => vi.advanceTimersByTimeAsync(5000));
    await waitFor(() => expect(replace).toHaveBeenCalledWith('https://pay.outside.example/inv?once=2'));
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it('polls less often for a page that takes long, and shows a notice', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    page({ state: 'preparing', is_test: false });
    openPublicPage('/pay/token');
    await screen.findByText('This takes a moment. The payment page will open here as soon as it’s ready.');
    await act(() => vi.advanceTimersByTimeAsync(3 * 60_000));
    await screen.findByText(
      'This is taking longer than usual. You can open this link again later, or ask your agent how to pay.',
    );
    const before = server.calls(getPayPage).length;
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    const since = server.calls(getPayPage).length - before;
    expect(since).toBeGreaterThan(0);
    expect(since).toBeLessThan(4);
    page({ state: 'not_payable', is_test: false });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    await screen.findByText('Please contact your agent to find out how to pay.');
    vi.useRealTimers();
  });

  it('reports that an old link cannot be paid, and shows the invoice', async () => {
    page({ state: 'not_payable', is_test: false });
    openPublicPage('/pay/token');
    await screen.findByRole('heading', {
      name: 'This invoice can’t be paid through this link right now.',
    });
    screen.getByText('Please contact your agent to find out how to pay.');
    expect(screen.getAllByText('$128.40')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  it('reports that nothing can be paid, without a test notice', async () => {
    page({ state: 'paid', is_test: false, ...SETTLED });
    openPublicPage('/pay/token');
    await screen.findByRole('heading', { name: 'This invoice is already paid.' });
    expect(screen.queryByText('TEST MODE')).toBeNull();
  });
});

it('shows that nothing is due when credits cover the invoice, and sends no requests', async () => {
  page({ state: 'nothing_due', total_cents: 0, tax_cents: 0, due_cents: 0, is_test: false });
  openPublicPage('/pay/token');
  await screen.findByRole('heading', { name: 'Nothing to pay on this invoice.' });
  screen.getByText('Credits cover the full amount. You don’t need to do anything.');
  expect(screen.queryByRole('button', { name: /pay/i })).toBeNull();
});
