import { preferredLanguage } from '@ledgerline/contract/languages';
import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { emailLink } from '../../server/src/features/forms/link-emails/email-link.ts';
import {
  saveFormProgress,
  submitPublicForm,
  submitSecureForm,
  validateLink,
} from '../../server/src/features/forms/public-forms/fill-by-link.ts';
import { createClientLink, revokePublicLinks } from '../../server/src/features/forms/secure-links/service.ts';
import {
  createSubmission,
  readSubmission,
  updateSubmission,
} from '../../server/src/features/forms/submissions/service.ts';
import { findClient } from '../../server/src/features/records/clients/service.ts';
import { openEnvelope } from '../../server/src/features/signing/envelopes/open-envelope.ts';
import { voidEnvelope } from '../../server/src/features/signing/envelopes/void-envelope.ts';
import { startPublicSigning } from '../../server/src/features/signing/pages/start-signing.ts';
import { type AgentSession, openAgentSession } from './agent-session.ts';
import { applicationAnswers, type Person, personalAnswers } from './answers.ts';
import { buildClientValues } from './client-values.ts';
import type { Demo } from './demo.ts';

const SENT = 80;
/** Every nth client applies for a policy; the others submit their personal information. */
const APPLICATION_EVERY = 4;
const SUBMITTED_SHARE = 0.6;
const READ_SHARE = 0.5;
const EMAILED_EVERY = 9;
/** Every nth link expires soon; Today lists it if its form is not submitted. */
const ENDING_EVERY = 6;
const ENDS_IN_HOURS = 44;
const VISITORS = 10;
const ADVISORY = 'advisory-agreement';
const HIPAA = 'hipaa-authorization';

const NOTES = ['<p>Called to confirm the address.</p>', '<p>Sent on to the carrier on Monday.</p>'];

/** Creates forms outside of sessions in every state: sent, opened, started, submitted, voided; some by visitors. */
export async function fillSubmissions(demo: Demo): Promise<string> {
  const agentSession = openAgentSession(demo);
  const clients = demo.clientIds.slice(0, SENT);
  let submitted = 0;
  for (const [position, clientId] of clients.entries()) {
    if (await sendForm(agentSession, demo, { clientId, position })) submitted++;
  }
  for (let visitor = 0; visitor < VISITORS; visitor++) await submitAsVisitor(agentSession, demo, visitor);
  for (const clientId of demo.clientIds.slice(0, 6)) await addDocument(agentSession, demo, clientId);
  return `${clients.length} forms sent, ${submitted} of them submitted, ${VISITORS} more from visitors`;
}

/** Returns whether the form was submitted. */
async function sendForm(
  agentSession: AgentSession,
  { random }: Demo,
  { clientId, position }: { clientId: number; position: number },
): Promise<boolean> {
  const hoursAgo = random.integer(6, 400);
  agentSession.at(hoursAgo);
  const ctx = agentSession.as(random.integer(0, 2));
  const isApplication = position % APPLICATION_EVERY === APPLICATION_EVERY - 1;
  const formId = isApplication ? 'iul-application' : 'personal-info';
  const { data } = await createClientLink(ctx, {
    formId,
    clientId,
    expirationHours: position % ENDING_EVERY === 0 ? hoursAgo + ENDS_IN_HOURS : 720,
  });
  const client = await findClient(ctx, clientId);
  const session_form_id = data.sessionFormId;
  if (position % EMAILED_EVERY === 0 && client.primary_email) await emailLink(ctx, { session_form_id });
  const isDone = random.chance(SUBMITTED_SHARE);
  if (!isDone && random.chance(0.3)) return false;
  agentSession.later(random.integer(5, 300));
  await validateLink(agentSession.visitor, { token: data.token, form_link_id: formId });
  const form_data = isApplication ? applicationAnswers(random, client) : personalAnswers(random, client);
  const visitor = await agentSession.client(data.formUrl);
  const language = preferredLanguage(client.pref_lang) ?? 'en';
  if (isDone) await submitSecureForm(visitor, { form_data, language });
  else await saveFormProgress(visitor, { step: 4, form_data: partialAnswers(form_data) });
  if (random.chance(READ_SHARE)) await readSubmission(ctx, session_form_id);
  if (random.chance(0.15))
    await updateSubmission(ctx, session_form_id, { notes: random.pick(NOTES) }, revokePublicLinks);
  return isDone;
}

/** The first four steps: personal and contact information. */
function partialAnswers({ personalInfo = {}, contactInfo = {} }: FormAnswers): FormAnswers {
  return { personalInfo, contactInfo };
}

/** A visitor fills in a form at its public address. */
async function submitAsVisitor(
  agentSession: AgentSession,
  { random, today }: Demo,
  visitor: number,
): Promise<void> {
  agentSession.at(random.integer(3, 300));
  const values = buildClientValues(random, today, false);
  const person: Person = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, value ?? null]),
  );
  const progress_session_id = `TEMP_demo${random.digits(12)}`;
  const language = preferredLanguage(person.pref_lang) ?? 'en';
  if (visitor % 5 === 4) {
    const [first_name, last_name] = [String(person.client_first_name), String(person.client_last_name)];
    const email = String(person.primary_email ?? 'visitor@example.com');
    await startPublicSigning(agentSession.visitor, HIPAA, {
      progress_session_id,
      first_name,
      last_name,
      email,
      language,
    });
    return;
  }
  const isApplication = visitor % 2 === 1;
  const form_data = isApplication ? applicationAnswers(random, person) : personalAnswers(random, person);
  const linkId = isApplication ? 'iul-application' : 'personal-info';
  await submitPublicForm(agentSession.visitor, linkId, { progress_session_id, form_data, language });
}

/** Adds a document to sign outside of a session; every third is voided. */
async function addDocument(
  agentSession: AgentSession,
  { random, templateIds }: Demo,
  clientId: number,
): Promise<void> {
  agentSession.at(random.integer(10, 300));
  const ctx = agentSession.as(1);
  const form_id = templateIds.get(ADVISORY);
  const { id } = await createSubmission(ctx, { client_id: clientId, form_id, folder: 'Advisory' });
  if (clientId % 3 !== 0) return;
  await openEnvelope(ctx, String(id), 'advisor');
  await voidEnvelope(ctx, id, 'Sent to the wrong person.');
}
