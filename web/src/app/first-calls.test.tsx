import { getClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { getLedgerIndex, getLedgerRows } from '@ledgerline/contract/ledger/endpoints';
import { openLive } from '@ledgerline/contract/live/endpoints';
import { listToday } from '@ledgerline/contract/today/endpoints';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LEDGER_VIEW_KEY } from '../domain/clients/ledger-view-key.ts';
import { fakeServer, renderApp } from '../testing/render-app.tsx';
import { setWidth } from '../testing/setup.ts';
import { signInAs } from '../testing/sign-in.ts';
import { startFirstCall } from './first-calls.ts';

// On a busy machine a page takes longer than the time for which a response counts as fresh.
beforeEach(() => {
  delete window.startedCalls;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs the inline script in the HTML of a route. */
function openHtml(address: string): void {
  window.history.replaceState(null, '', address);
  startFirstCall();
}

it.each([
  ['/crm/clients', listClients],
  ['/crm/clients/7', getClient],
  ['/crm/ledger', getLedgerIndex],
  ['/crm/today', listToday],
  ['/crm', listToday],
])('%s reuses the requests started by its HTML', async (address, endpoint) => {
  // Responses stay pending: the screen would refetch data that arrived before it was rendered.
  // So does the event stream: if it ended and reconnected while the screen loads, the screen would refetch.
  const pending = () => new Promise<Response>(() => undefined);
  const server = fakeServer().respond(endpoint, pending).respond(openLive, pending);
  signInAs();
  openHtml(address);
  await waitFor(() => expect(server.calls(endpoint)).toHaveLength(1));
  renderApp(address);
  await waitFor(() => expect(window.startedCalls).toEqual([]));
  expect(server.calls(endpoint)).toHaveLength(1);
});

it('the list of the ledger on small screens reuses the rows requested after the index', async () => {
  setWidth(390);
  const ids = Array.from({ length: 120 }, (_, position) => position + 1);
  const pending = () => new Promise<Response>(() => undefined);
  const server = fakeServer()
    .reply(getLedgerIndex, { success: true, ids, total: ids.length })
    .respond(getLedgerRows, pending)
    .respond(openLive, pending);
  signInAs();
  openHtml('/crm/ledger');
  await waitFor(() => expect(server.calls(getLedgerRows)).toHaveLength(1));
  renderApp('/crm/ledger');
  await waitFor(() => expect(window.startedCalls).toEqual([]));
  expect(server.calls(getLedgerRows)).toHaveLength(1);
  expect(server.calls(getLedgerIndex)).toHaveLength(1);
});

it('requests no rows after an index that failed or is empty', async () => {
  setWidth(390);
  const server = fakeServer().reply(getLedgerIndex, { success: true, ids: [], total: 0 });
  signInAs();
  openHtml('/crm/ledger');
  await window.startedCalls?.[0]?.answer;
  server.replyError(getLedgerIndex, 'internal', 'failed');
  openHtml('/crm/ledger');
  await window.startedCalls?.[1]?.answer;
  await new Promise((resolve) => setTimeout(resolve));
  expect(window.startedCalls).toHaveLength(2);
  expect(server.calls(getLedgerRows)).toHaveLength(0);
});

it.each(['/crm/clients?page=2', '/crm/ledger?status=lead', '/crm/clients/new', '/crm/payments'])(
  '%s sends no request before its scripts have loaded',
  (address) => {
    fakeServer();
    signInAs();
    openHtml(address);
    expect(window.startedCalls).toBeUndefined();
  },
);

it('the HTML of the ledger sends a request for the default view, and none for a remembered view', () => {
  fakeServer();
  signInAs();
  localStorage.setItem(LEDGER_VIEW_KEY, 'status=lead');
  openHtml('/crm/ledger');
  expect(window.startedCalls).toBeUndefined();
  localStorage.setItem(LEDGER_VIEW_KEY, '');
  openHtml('/crm/ledger');
  expect(window.startedCalls).toHaveLength(1);
});

it('requests nothing while signed out', () => {
  fakeServer();
  openHtml('/crm/clients');
  expect(window.startedCalls).toBeUndefined();
});
