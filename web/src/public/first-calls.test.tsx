import type { Endpoint } from '@ledgerline/contract/endpoint';
import { getPayPage } from '@ledgerline/contract/pay-page/endpoints';
import {
  getPublicForm,
  validateLink,
  validateSessionLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { openSigning } from '@ledgerline/contract/signing/endpoints';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPublicPage, publicServer } from '../testing/public-pages.tsx';
import { startFirstCall } from './first-calls.ts';

beforeEach(() => {
  delete window.startedCalls;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

it.each<[string, Endpoint]>([
  ['/forms/personal-info', getPublicForm],
  ['/forms/personal-info/a.b.c', validateLink],
  ['/secure/a.b.c#preview', validateSessionLink],
  ['/signing/a.b.c', openSigning],
  ['/pay/a.b.c', getPayPage],
])('%s reuses the requests of its HTML, with its own token only', async (address, endpoint) => {
  const server = publicServer().replyError(endpoint, 'not_found', 'No.');
  localStorage.setItem('jwt', 'agent.sign.in');
  window.history.replaceState(null, '', address);
  startFirstCall();
  await waitFor(() => expect(server.calls(endpoint)).toHaveLength(1));
  expect(server.calls(endpoint)[0]?.headers.get('authorization')).not.toBe('Bearer agent.sign.in');
  openPublicPage(address);
  await waitFor(() => expect(window.startedCalls).toEqual([]));
  expect(server.calls(endpoint)).toHaveLength(1);
});

it.each(['/forms/personal-info/abc', '/secure/abc', '/signed', '/crm/signed', '/sign/x/a.b.c'])(
  '%s starts no request from the HTML',
  (address) => {
    publicServer();
    window.history.replaceState(null, '', address);
    startFirstCall();
    expect(window.startedCalls).toBeUndefined();
  },
);
