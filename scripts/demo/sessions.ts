import { preferredLanguage } from '@ledgerline/contract/languages';
import { emailLink } from '../../server/src/features/forms/link-emails/email-link.ts';
import { submitSecureForm } from '../../server/src/features/forms/public-forms/fill-by-link.ts';
import {
  openSessionForm,
  validateSessionLink,
} from '../../server/src/features/forms/public-forms/session-page/show-session-page.ts';
import {
  emptySession,
  getOrIssueSessionLink,
} from '../../server/src/features/forms/secure-links/session-links/issue-session-link.ts';
import * as sessions from '../../server/src/features/forms/sessions/service.ts';
import { createSubmission } from '../../server/src/features/forms/submissions/service.ts';
import { findClient } from '../../server/src/features/records/clients/service.ts';
import { openEnvelope } from '../../server/src/features/signing/envelopes/open-envelope.ts';
import { voidEnvelope } from '../../server/src/features/signing/envelopes/void-envelope.ts';
import { type AgentSession, HOUR_MS, lastPart, openAgentSession } from './agent-session.ts';
import { personalAnswers } from './answers.ts';
import type { Demo } from './demo.ts';
import type { Chosen } from './external-providers.ts';
import { advisorSigns, clientOpens, clientSigns } from './signing.ts';

const FIRST = 20;
const WEB = 'personal-info';
const ADVISORY = 'advisory-agreement';
const HIPAA = 'hipaa-authorization';
const BROKER = 'broker-of-record-letter';
const WELCOME = 'Welcome Packet';
const RISK = 'risk-questionnaire';

/** A created session, and its forms by their keys in `templateIds`. */
interface Opened {
  agentSession: AgentSession;
  demo: Demo;
  clientId: number;
  agent: number;
  id: number;
  /** The address of its page. */
  address: string;
  forms: Map<string, number>;
}

/** A kind of session: how many, which forms, and what has happened since. */
interface Kind {
  count: number;
  type: string;
  forms: string[];
  passcode?: string;
  action?: (session: Opened) => Promise<void>;
}

const KINDS: Kind[] = [
  { count: 10, type: 'Annual Review', forms: [ADVISORY, WEB] },
  { count: 4, type: 'New Client Onboarding', forms: [WEB, ADVISORY, WELCOME], action: fillsIn },
  { count: 6, type: 'Financial Plan', forms: [ADVISORY], action: advisorOnly },
  { count: 6, type: 'New Client Onboarding', forms: [HIPAA, WELCOME], action: opensHipaa },
  { count: 6, type: 'Health Coverage', forms: [HIPAA, WEB] },
  { count: 5, type: 'Health Coverage', forms: [HIPAA], action: signsHipaa },
  { count: 4, type: 'Financial Plan', forms: [ADVISORY, WELCOME], action: bothSign },
  { count: 3, type: 'Financial Plan', forms: [ADVISORY, HIPAA], action: signsAndPays },
  { count: 5, type: 'Life Insurance Review', forms: [WEB], action: fillsIn },
  { count: 4, type: 'Medicare Enrollment', forms: [WELCOME, RISK] },
  { count: 2, type: 'Medicare Enrollment', forms: [] },
  { count: 2, type: 'Medicare Enrollment', forms: [BROKER, HIPAA], action: voidsBroker },
  { count: 1, type: 'Confidential Review', forms: [ADVISORY, HIPAA], passcode: '4821' },
  { count: 2, type: 'Opened by Mistake', forms: [WEB], action: deletesSession },
];

const NOTES = [
  '<p>Spouse joins the next call. Bring the <strong>comparison</strong> of both packages.</p>',
  '<p>Asked to sign after the holidays.</p>',
  '<ul><li>Wants paper copies</li><li>Prefers a call after 5 pm</li></ul>',
];

/** Creates sessions in every state, with forms signed by both sides and links opened and emailed. */
export async function fillSessions(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  const clients = demo.clientIds.slice(Math.min(FIRST, demo.clientIds.length / 4));
  const kinds = KINDS.flatMap((kind) => Array.from({ length: kind.count }, () => kind));
  const opened = kinds.slice(0, clients.length);
  for (const [position, kind] of opened.entries()) {
    const session = await open({ agentSession, demo, kind, clientId: clients[position] ?? 0 });
    agentSession.later(demo.random.integer(20, 200));
    await kind.action?.(session);
    if (position % 6 === 2) await emailSession(session);
  }
  return `${opened.length} sessions`;
}

async function open(input: {
  agentSession: AgentSession;
  demo: Demo;
  kind: Kind;
  clientId: number;
}): Promise<Opened> {
  const { agentSession, demo, kind, clientId } = input;
  const { random } = demo;
  agentSession.at(random.integer(9, 500));
  const agent = random.integer(0, 2);
  const ctx = agentSession.as(agent);
  const { type: session_type, passcode = null } = kind;
  const { id } = await sessions.createSession(ctx, { client_id: clientId, session_type, passcode });
  const forms = new Map<string, number>();
  for (const linkId of kind.forms) {
    const form_id = demo.templateIds.get(linkId);
    forms.set(linkId, (await createSubmission(ctx, { session_id: id, form_id })).id);
  }
  if (random.chance(0.15)) await sessions.updateSession(ctx, id, { notes: random.pick(NOTES) });
  const { url } = await getOrIssueSessionLink(ctx, id, {
    accessType: 'client_access',
    expirationHours: 720,
    forceRegenerate: false,
    extend: false,
  });
  return { agentSession, demo, clientId, agent, id, address: url, forms };
}

function formOf({ forms }: Opened, linkId: string): number {
  const id = forms.get(linkId);
  if (id === undefined) throw new Error(`no ${linkId} in the session`);
  return id;
}

/** The client submits the web form of the session. */
async function fillsIn(session: Opened): Promise<void> {
  const { agentSession, demo, address, clientId } = session;
  await validateSessionLink(agentSession.visitor, { token: lastPart(address), is_preview: false });
  const { url } = await openSessionForm(await agentSession.client(address), formOf(session, WEB), {});
  const client = await findClient(agentSession.ctx, clientId);
  await submitSecureForm(await agentSession.client(url), {
    form_data: personalAnswers(demo.random, client),
    language: preferredLanguage(client.pref_lang) ?? 'en',
  });
}

async function advisorOnly(session: Opened): Promise<void> {
  await advisorSigns(session.agentSession, { form: formOf(session, ADVISORY), agent: session.agent });
}

async function opensHipaa(session: Opened): Promise<void> {
  await clientOpens(session.agentSession, { form: formOf(session, HIPAA), address: session.address });
}

async function signsHipaa(session: Opened): Promise<void> {
  const { agentSession, demo, address } = session;
  const chosen = {
    'Claims and billing': true,
    'This authorization is valid for': demo.random.pick(['12 months', '24 months']),
  };
  await clientSigns(agentSession, { form: formOf(session, HIPAA), address, chosen });
}

async function bothSign(session: Opened): Promise<void> {
  const { agentSession, demo, address } = session;
  await advisorOnly(session);
  agentSession.later(90);
  const chosen: Chosen = {
    'Financial plan': demo.random.chance(0.7),
    'Insurance review': demo.random.chance(0.5),
    'Planning package': demo.random.pick(['Essential', 'Complete', 'Premier']),
    'Review meetings': demo.random.pick(['Once a year', 'Twice a year']),
  };
  await clientSigns(agentSession, { form: formOf(session, ADVISORY), address, chosen });
  const age = demo.ctx.deps.clock.now().getTime() - agentSession.ctx.deps.clock.now().getTime();
  demo.signedSessions.push({ id: session.id, hoursAgo: age / HOUR_MS, isPaid: false });
}

/** Invoice and payment are created with the other invoices. */
async function signsAndPays(session: Opened): Promise<void> {
  await signsHipaa(session);
  await bothSign(session);
  const signed = session.demo.signedSessions.at(-1);
  if (signed) signed.isPaid = true;
}

async function voidsBroker({ agentSession, agent, ...session }: Opened): Promise<void> {
  const form = formOf({ agentSession, agent, ...session }, BROKER);
  await openEnvelope(agentSession.as(agent), String(form), 'advisor');
  agentSession.later(60);
  await voidEnvelope(agentSession.as(agent), form, 'The client is staying with the current broker.');
}

async function deletesSession({ agentSession, agent, id }: Opened): Promise<void> {
  await sessions.deleteSession(agentSession.as(agent), id, id % 2 === 0, emptySession);
}

async function emailSession({ agentSession, agent, id, clientId }: Opened): Promise<void> {
  const { primary_email } = await findClient(agentSession.ctx, clientId);
  if (primary_email) await emailLink(agentSession.as(agent), { session_id: id });
}
