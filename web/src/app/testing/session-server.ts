import { type Agent, getAgent } from '@ledgerline/contract/agents/endpoints';
import { listBundles } from '@ledgerline/contract/bundles/endpoints';
import { getClient } from '@ledgerline/contract/clients/endpoints';
import { listFolders } from '@ledgerline/contract/folders/endpoints';
import { listClientEmails } from '@ledgerline/contract/link-emails/endpoints';
import {
  generateSessionToken,
  getSession,
  getSessionPaymentData,
  listClientSessions,
  type Session,
} from '@ledgerline/contract/sessions/endpoints';
import { listSessionSubmissions } from '@ledgerline/contract/submissions/endpoints';
import type { SubmissionRow } from '@ledgerline/contract/submissions/schemas';
import { listTemplates } from '@ledgerline/contract/templates/endpoints';
import { screen, within } from '@testing-library/react';
import { aClient } from '../../features/clients/testing/clients.ts';
import { aForm, aSession, namedTemplate } from '../../features/sessions/testing/sessions.ts';
import { fakeServer } from '../../testing/render-app.tsx';

export const PAGE = '/crm/clients/7/sessions/5';
export const LINK = 'http://portal.test/secure/a.b.c';

export const ADVISOR: Agent = {
  id: 7,
  email: 'ada@example.com',
  username: 'ada',
  first_name: 'Ada',
  last_name: 'Byron',
  is_advisor: true,
  is_owner: false,
  is_developer: false,
  has_all_staff_access: false,
  client_count: 0,
};

/** Answers every request of the session page. */
export function aServer(fields: Partial<Session> = {}, forms: SubmissionRow[] = [aForm()]) {
  const session = aSession({ forms_count: forms.length, ...fields });
  const payments = {
    transactions: [],
    recurringPayment: null,
    invoices: [],
    paid_cents: 0,
    settled_cents: 0,
  };
  const templates = [namedTemplate(1, 'Advisory Agreement'), namedTemplate(2, 'Privacy Notice', 'PDF')];
  return fakeServer()
    .reply(getSession, { success: true, data: session, session })
    .reply(listSessionSubmissions, { success: true, sessionForms: forms })
    .reply(getSessionPaymentData, { success: true, ...payments, data: payments })
    .reply(generateSessionToken, {
      success: true,
      token: 'a.b.c',
      url: LINK,
      expiresAt: '2099-01-01T15:00:00.000Z',
      expiresSoon: false,
      message: '',
    })
    .reply(getClient, { success: true, data: aClient(7) })
    .reply(getAgent, { success: true, data: ADVISOR })
    .reply(listTemplates, { success: true, forms: templates })
    .reply(listBundles, { success: true, bundles: [] })
    .reply(listClientEmails, { success: true, data: [] })
    .reply(listFolders, { success: true, data: [], folders: [] })
    .reply(listClientSessions, { success: true, data: [], sessions: [] });
}

/** One card of the page, once it has rendered. */
export async function card(name: string) {
  return within(await screen.findByRole('region', { name }));
}
