import {
  type DuplicatePair,
  type DuplicateScan,
  listDuplicatePairs,
  scanDuplicates,
  updateDuplicatePair,
} from '@ledgerline/contract/clients/duplicates/endpoints';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../../../testing/render-app.tsx';
import { signInAs } from '../../../testing/sign-in.ts';

const NO_DETAILS = { dob: null, primary_email: null, primary_phone: null };
const PAIR: DuplicatePair = {
  id: 4,
  clients: [
    { ...NO_DETAILS, id: 1, client_first_name: 'Ana', client_last_name: 'Ruiz', primary_phone: '3055550100' },
    { ...NO_DETAILS, id: 2, client_first_name: 'Anna', client_last_name: 'Ruiz' },
  ],
  reasons: ['phone', 'similar_name'],
  dismissed_at: null,
  dismissed_by: null,
};
const FINISHED: DuplicateScan = {
  state: 'finished',
  started_at: '2026-11-27T03:20:00Z',
  finished_at: '2026-11-27T03:23:00Z',
  progress: { done: 10, total: 10 },
};
const listOf = (data: DuplicatePair[], more: { scan?: DuplicateScan | null; can_scan?: boolean } = {}) => ({
  ...{ success: true as const, data, total: data.length, clients: [] },
  ...{ scan: FINISHED, can_scan: true },
  ...more,
});

beforeEach(() => signInAs());

describe('likely duplicates', () => {
  it('shows pairs with their reasons, and remembers that they are not duplicates', async () => {
    const server = fakeServer()
      .reply(listDuplicatePairs, listOf([PAIR]))
      .reply(updateDuplicatePair, { success: true });
    renderApp('/crm/clients/duplicates');
    const entry = within(
      (await screen.findByText('Same phone number, similar name')).closest('li') ?? document.body,
    );
    expect(entry.getByRole('link', { name: 'Ana Ruiz' }).getAttribute('href')).toBe('/crm/clients/1');
    const merge = entry.getByRole('link', { name: 'Merge Ana Ruiz and Anna Ruiz' });
    expect(decodeURIComponent(merge.getAttribute('href') ?? '')).toContain('/crm/clients/merge?ids=1,2');
    server.reply(listDuplicatePairs, listOf([]));
    await userEvent.click(entry.getByRole('button', { name: 'Not Duplicates: Ana Ruiz and Anna Ruiz' }));
    await screen.findByText('No likely duplicates');
    expect(server.calls(updateDuplicatePair)[0]?.body).toEqual({ is_dismissed: true });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Ana Ruiz and Anna Ruiz are listed for review again.');
    expect(server.calls(updateDuplicatePair)[1]?.body).toEqual({ is_dismissed: false });
  });

  it('moves the focus to the next pair', async () => {
    const [ana, anna] = PAIR.clients;
    const next: DuplicatePair = { ...PAIR, id: 5, clients: [{ ...ana, client_first_name: 'Bo' }, anna] };
    const server = fakeServer()
      .reply(listDuplicatePairs, listOf([PAIR, next]))
      .reply(updateDuplicatePair, { success: true });
    renderApp('/crm/clients/duplicates');
    const button = await screen.findByRole('button', { name: 'Not Duplicates: Ana Ruiz and Anna Ruiz' });
    server.reply(listDuplicatePairs, listOf([next]));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole('link', { name: 'Bo Ruiz' })).toBe(document.activeElement));
  });

  it('shows the progress of a scan', async () => {
    const running = {
      ...FINISHED,
      state: 'running',
      finished_at: null,
      progress: { done: 2000, total: 9000 },
    };
    const server = fakeServer()
      .reply(listDuplicatePairs, listOf([], { scan: null }))
      .reply(scanDuplicates, { success: true, scan: FINISHED });
    renderApp('/crm/clients/duplicates');
    await screen.findByText('No likely duplicates yet');
    server.reply(listDuplicatePairs, listOf([], { scan: running as DuplicateScan }));
    await userEvent.click(screen.getByRole('button', { name: 'Scan Now' }));
    await screen.findByText('Scanning: 2,000 of 9,000 clients');
    expect(screen.getByRole('button', { name: 'Scan Now' })).toHaveProperty('disabled', true);
  });

  it('offers no scan to an agent with restricted access', async () => {
    const scan = { ...FINISHED, progress: null };
    fakeServer().reply(listDuplicatePairs, listOf([{ ...PAIR, reasons: [] }], { scan, can_scan: false }));
    renderApp('/crm/clients/duplicates');
    await screen.findByText('No longer alike');
    expect(screen.queryByRole('button', { name: 'Scan Now' })).toBeNull();
  });
});
