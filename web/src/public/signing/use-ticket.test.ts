import { inEveryLanguage } from '@ledgerline/contract/languages';
import {
  type PublicFormState,
  startSigning,
  validateLink,
} from '@ledgerline/contract/public-forms/endpoints';
import { openSigning } from '@ledgerline/contract/signing/endpoints';
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeServer } from '../../testing/fake-server.ts';
import { publicServer } from '../../testing/public-pages.tsx';
import { signingCaller } from '../api.ts';
import { useTicket } from './use-ticket.ts';

const NO_TITLE = inEveryLanguage(() => '');
let server: FakeServer;

beforeEach(() => {
  server = publicServer();
  server.replyError(openSigning, 'invalid_link', 'Over.');
  window.history.replaceState(null, '', '/signing/o.l.d');
});

function openAfterReturn(signPath: string, state: PublicFormState, signing_url: string | null = null) {
  sessionStorage.setItem('signing-from', JSON.stringify(['/signing/o.l.d', signPath]));
  const form = {
    form_link_id: 'agreement',
    title: '',
    titles: NO_TITLE,
    type: 'DocuSign',
    brokerage: '',
    agent_name: null,
  };
  const expires_at = '2026-11-27T15:00:00.000Z';
  server.reply(validateLink, { success: true, state, form: { ...form, totalSteps: 0 }, expires_at });
  server.reply(startSigning, { success: true, state: signing_url ? 'ready' : 'waiting', signing_url });
}

/** Makes a call with the page's ticket. Returns the tickets that were tried and the page's final address. */
async function outcome() {
  const { result } = renderHook(() => useTicket('o.l.d'));
  const tried: string[] = [];
  const end = await result
    .current((ticket) => {
      tried.push(ticket);
      return signingCaller(ticket)(openSigning);
    })
    .then(
      () => 'answered',
      () => 'rejected',
    );
  return { end, tried, path: location.pathname };
}

describe('an expired ticket', () => {
  it('is replaced once through the link that led here, also in the address', async () => {
    openAfterReturn('/sign/agreement/a.b.c', 'ready', `${window.location.origin}/signing/n.e.w`);
    expect(await outcome()).toEqual({ end: 'rejected', tried: ['o.l.d', 'n.e.w'], path: '/signing/n.e.w' });
  });

  it.each([
    ['is revoked', 'revoked', null],
    ['has expired', 'expired', null],
    ['waits for the advisor', 'ready', null],
    ['leads to another host', 'ready', 'https://sign.outside.example/e'],
  ] as const)('navigates to the page of its link if that %s', async (_, state, signing_url) => {
    openAfterReturn('/sign/agreement/a.b.c', state, signing_url);
    expect(await outcome()).toEqual({ end: 'rejected', tried: ['o.l.d'], path: '/sign/agreement/a.b.c' });
  });

  it('stays expired without a personal link of the visitor', async () => {
    openAfterReturn('/sign/agreement', 'ready', '/signing/n.e.w');
    expect(await outcome()).toEqual({ end: 'rejected', tried: ['o.l.d'], path: '/signing/o.l.d' });
    sessionStorage.clear();
    expect((await outcome()).tried).toEqual(['o.l.d']);
  });
});
