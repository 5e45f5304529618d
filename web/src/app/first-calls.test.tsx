import { getClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { fakeServer, renderApp } from '../testing/render-app.tsx';
import { signInAs } from '../testing/sign-in.ts';
import { startFirstCall } from './first-calls.ts';

beforeEach(() => {
  delete window.startedCalls;
});

/** Runs what stands in the HTML of an address. */
function openHtml(address: string): void {
  window.history.replaceState(null, '', address);
  startFirstCall();
}

it.each([
  ['/crm/clients', listClients],
  ['/crm/clients/7', getClient],
  ['/crm/ledger', getLedgerIndex],
])('%s takes up what its HTML asked', async (address, endpoint) => {
  const server = fakeServer().refuse(endpoint, 'not_found', 'No.');
  signInAs();
  openHtml(address);
  await waitFor(() => expect(server.calls(endpoint)).toHaveLength(1));
  renderApp(address);
  await waitFor(() => expect(window.startedCalls).toEqual([]));
  expect(server.calls(endpoint)).toHaveLength(1);
});

it.each(['/crm/clients?page=2', '/crm/ledger?status=lead', '/crm/clients/new', '/crm/payments'])(
  '%s asks when its scripts have come',
  (address) => {
    fakeServer();
    signInAs();
    openHtml(address);
    expect(window.startedCalls).toBeUndefined();
  },
);

it('nothing is asked for nobody', () => {
  fakeServer();
  openHtml('/crm/clients');
  expect(window.startedCalls).toBeUndefined();
});
