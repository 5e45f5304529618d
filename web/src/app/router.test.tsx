import { getClient, listClients } from '@ledgerline/contract/clients/endpoints';
import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import { QueryClient } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LEDGER_VIEW_KEY } from '../domain/clients/ledger-view-key.ts';
import { endSignIn } from '../lib/api.ts';
import { signedInAgent } from '../lib/sign-in.ts';
import { fakeServer } from '../testing/render-app.tsx';
import { signInAs, tokenOf } from '../testing/sign-in.ts';
import { createAppRouter } from './router.tsx';
import { commandsOf } from './shell/commands.ts';

/** Opens a URL and returns the final one after redirects. */
async function open(address: string) {
  const server = fakeServer()
    .replyError(getClient, 'not_found', 'No.')
    .replyError(listClients, 'not_allowed', 'No.')
    .replyError(listInvoices, 'not_allowed', 'No.')
    .replyError(getLedgerIndex, 'not_allowed', 'No.');
  window.history.replaceState(null, '', address);
  const router = createAppRouter(new QueryClient());
  await router.load();
  return { router, server };
}

async function landing(address: string): Promise<string> {
  return (await open(address)).router.state.location.href;
}

describe('signed out', () => {
  const toLogin = (origin: string) => `/crm/login?origin=${encodeURIComponent(origin)}`;

  it.each([
    '/crm/clients',
    '/crm/clients/new',
    '/crm/clients/7',
    '/crm/ledger?status=lead',
    '/crm/payments?invoice=3',
    '/crm/recurring-payments',
    '/crm/agents',
    '/crm/agents/7',
    '/crm/status',
    '/crm/settings/brand',
    '/crm/audit?act=revealed',
    '/crm/dashboard',
    '/crm/view-document?formId=3',
    '/crm/clients/1/sessions/2',
  ])('%s redirects to the sign-in page with a return URL', async (address) => {
    expect(await landing(address)).toBe(toLogin(address));
  });

  it('an expired token counts as signed out', async () => {
    localStorage.setItem('jwt', tokenOf({ exp: 1 }));
    expect(await landing('/crm/clients')).toBe(toLogin('/crm/clients'));
    expect(await landing('/crm/login')).toBe('/crm/login');
  });

  it.each(['abc', ''])('the forms area redirects to the clients when the token is %j', async (token) => {
    localStorage.setItem('jwt', token);
    expect(await landing('/crm/forms')).toBe(toLogin('/crm/clients'));
    expect(await landing('/crm/forms/submissions/3')).toBe(toLogin('/crm/clients'));
  });
});

describe('signed in', () => {
  it('the sign-in page redirects to the page requested first', async () => {
    signInAs();
    expect(await landing('/crm/login?origin=%2Fcrm%2Fledger%3Fstatus%3Dlead')).toBe(
      '/crm/ledger?status=lead',
    );
  });

  it('the sign-in page redirects to the start page, the client list', async () => {
    signInAs();
    expect(await landing('/crm/login')).toBe('/crm/today');
    expect(await landing('/crm/')).toBe('/crm/today');
  });

  it.each(['https://evil.example', '//evil.example', '/\\evil.example', 'crm/ledger'])(
    'never redirects to %s after sign-in',
    async (origin) => {
      signInAs();
      expect(await landing(`/crm/login?origin=${encodeURIComponent(origin)}`)).toBe('/crm/today');
    },
  );

  it('the legacy URL of the document viewer keeps its query', async () => {
    signInAs();
    expect(await landing('/view-document?formId=3')).toBe('/crm/view-document?formId=3');
  });
});

describe('permissions by flag', () => {
  it.each([
    ['a plain agent', {}, '/crm/clients'],
    ['an all-staff user', { has_all_staff_access: true }, '/crm/clients'],
    ['an owner', { is_owner: true }, '/crm/forms'],
    ['a developer', { is_developer: true }, '/crm/forms'],
  ])('the forms area: %s opens the right screen', async (_who, flags, landed) => {
    signInAs(flags);
    expect(await landing('/crm/forms')).toBe(landed);
  });

  it.each([
    ['a plain agent', {}, '/crm/clients'],
    ['an all-staff user', { has_all_staff_access: true }, '/crm/agents'],
    ['an owner', { is_owner: true }, '/crm/agents'],
    ['a developer', { is_developer: true }, '/crm/agents'],
  ])('the agents: %s opens the right screen', async (_who, flags, landed) => {
    signInAs(flags);
    expect(await landing('/crm/agents')).toBe(landed);
  });

  it.each([
    ['a plain agent', {}, '/crm/clients'],
    ['an all-staff user', { has_all_staff_access: true }, '/crm/clients'],
    ['an owner', { is_owner: true }, '/crm/status'],
    ['a developer', { is_developer: true }, '/crm/status'],
  ])('the system status: %s opens the right screen', async (_who, flags, landed) => {
    signInAs(flags);
    expect(await landing('/crm/status')).toBe(landed);
    const isOffered = commandsOf(signedInAgent()).some(({ label }) => label === 'System Status');
    expect(isOffered).toBe(landed === '/crm/status');
  });

  it.each([
    ['a plain agent', {}, '/crm/clients'],
    ['an all-staff user', { has_all_staff_access: true }, '/crm/clients'],
    ['an owner', { is_owner: true }, '/crm/audit'],
    ['a developer', { is_developer: true }, '/crm/clients'],
  ])('the audit log: %s opens the right screen', async (_who, flags, landed) => {
    signInAs(flags);
    expect(await landing('/crm/audit')).toBe(landed);
    const isOffered = commandsOf(signedInAgent()).some(({ label }) => label === 'Audit Log');
    expect(isOffered).toBe(landed === '/crm/audit');
  });

  it.each([
    ['a plain agent', {}, '/crm/clients'],
    ['an all-staff user', { has_all_staff_access: true }, '/crm/clients'],
    ['an owner', { is_owner: true }, '/crm/settings'],
    ['a developer', { is_developer: true }, '/crm/clients'],
  ])('the settings: %s opens the right screen', async (_who, flags, landed) => {
    signInAs(flags);
    expect(await landing('/crm/settings')).toBe(landed);
    expect(await landing('/crm/settings/email')).toBe(landed.replace('settings', 'settings/email'));
    const isOffered = commandsOf(signedInAgent()).some(({ label }) => label === 'Settings: Email');
    expect(isOffered).toBe(landed === '/crm/settings');
  });

  it('agents without privileges can open their own account, and no other', async () => {
    signInAs({ id: 7 });
    expect(await landing('/crm/agents/7')).toBe('/crm/agents/7');
    expect(await landing('/crm/agents/8')).toBe('/crm/clients');
    expect(await landing('/crm/agents/new')).toBe('/crm/clients');
  });
});

it('the end of a sign-in redirects to the sign-in page with a return URL', async () => {
  signInAs();
  const { router } = await open('/crm/recurring-payments');
  endSignIn();
  await waitFor(() =>
    expect(router.state.location.href).toBe('/crm/login?origin=%2Fcrm%2Frecurring-payments'),
  );
  expect(localStorage.getItem('jwt')).toBeNull();
});

it('hovering a link prefetches its client or list page', async () => {
  signInAs();
  const { router, server } = await open('/crm/recurring-payments');
  await router.preloadRoute({ to: '/crm/clients/$clientId', params: { clientId: '7' } });
  await router.preloadRoute({ to: '/crm/clients', search: { page: 3, q: 'zam' } });
  await waitFor(() => expect(server.calls(getClient)[0]?.path).toBe('/clients/7'));
  await waitFor(() => expect(server.calls(listClients)).toHaveLength(1));
  expect(Object.fromEntries(server.calls(listClients)[0]?.query ?? [])).toMatchObject({
    page: '3',
    q: 'zam',
  });
  await router.preloadRoute({ to: '/crm/payments', search: { status: 'paid', page: 2 } });
  await waitFor(() => expect(server.calls(listInvoices)).toHaveLength(1));
  expect(Object.fromEntries(server.calls(listInvoices)[0]?.query ?? [])).toMatchObject({
    status: 'paid',
    page: '2',
  });
  expect(router.state.location.pathname).toBe('/crm/recurring-payments');
});

it.each([
  { stored: '', requested: { status: 'all', sort: 'name', direction: 'asc' } },
  {
    stored: 'status=lead&sort=ssn&direction=desc&then_by=-dob',
    requested: { status: 'lead', sort: 'ssn', direction: 'desc', then_by: '-dob' },
  },
])(
  'hovering the ledger link prefetches the rows of the stored view “$stored”',
  async ({ stored, requested }) => {
    signInAs();
    localStorage.setItem(LEDGER_VIEW_KEY, stored);
    const { router, server } = await open('/crm/recurring-payments');
    await router.preloadRoute({ to: '/crm/ledger', search: {} });
    await waitFor(() => expect(server.calls(getLedgerIndex)).toHaveLength(1));
    expect(Object.fromEntries(server.calls(getLedgerIndex)[0]?.query ?? [])).toEqual(requested);
  },
);
