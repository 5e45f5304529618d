import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { IUL_APPLICATION } from '@ledgerline/contract/web-forms/iul-application/iul-application';
import { sampleAnswers as sampleApplication } from '@ledgerline/contract/web-forms/iul-application/sample-answers';
import { PERSONAL_INFO } from '@ledgerline/contract/web-forms/personal-info/personal-info';
import { sampleAnswers } from '@ledgerline/contract/web-forms/personal-info/sample-answers';
import { finishedAnswers } from '@ledgerline/contract/web-forms/validate';
import { findClient } from '../../server/src/features/clients/service.ts';
import { createClientLink } from '../../server/src/features/secure-links/service.ts';
import {
  completeSubmission,
  keepProgress,
  lockForFilling,
} from '../../server/src/features/submissions/filling/service.ts';
import { createTemplate } from '../../server/src/features/templates/service.ts';
import { fixedClock } from '../../server/src/platform/clock.ts';
import type { AgentActor, Context } from '../../server/src/platform/context.ts';
import type { Demo } from './brokerage.ts';
import { ssn } from './identifiers.ts';

const SENT = 80;
/** Every so many clients apply for a policy, the others send their personal information. */
const APPLICATION_EVERY = 6;
const SUBMITTED_SHARE = 0.7;
const HOUR_MS = 3_600_000;

const ACTOR: AgentActor = {
  kind: 'agent',
  id: 1,
  name: 'Brokerage Owner',
  signInId: 0,
  is_advisor: true,
  is_owner: true,
  is_developer: true,
  has_all_staff_access: true,
};

/** Forms sent in the last days through the product's own services: most handed in, some half filled, some untouched. */
export async function fillSubmissions(demo: Demo): Promise<string> {
  await createTemplate({ ...demo.ctx, actor: ACTOR }, APPLICATION_TEMPLATE);
  const clients = demo.clientIds.slice(0, SENT);
  let submitted = 0;
  for (const [position, clientId] of clients.entries()) {
    const isApplication = position % APPLICATION_EVERY === APPLICATION_EVERY - 1;
    if (await sendForm(demo, clientId, isApplication)) submitted++;
  }
  return `${clients.length} forms sent, ${submitted} of them handed in`;
}

const APPLICATION_TEMPLATE = {
  type: 'Web Form',
  form_name_agent: 'IUL Application',
  form_name_client: 'Indexed Universal Life Application',
  form_link_id: 'iul-application',
};

/** True when the form came back. */
async function sendForm(demo: Demo, clientId: number, isApplication: boolean): Promise<boolean> {
  const sentAt = demo.ctx.deps.clock.now().getTime() - demo.random.whole(1, 160) * HOUR_MS;
  const clock = fixedClock(new Date(sentAt));
  const ctx: Context<AgentActor> = { ...demo.ctx, actor: ACTOR, deps: { ...demo.ctx.deps, clock } };
  const formId = isApplication ? 'iul-application' : 'personal-info';
  const link = await createClientLink(ctx, { formId, clientId });
  const sample = isApplication
    ? finishedAnswers(IUL_APPLICATION, sampleApplication(), demo.today)
    : finishedAnswers(PERSONAL_INFO, sampleAnswers(), demo.today);
  const answers = await answersOf(ctx, demo, { clientId, sample });
  const row = await lockForFilling(ctx.db, link.data.sessionFormId);
  clock.advance(demo.random.whole(1, 50) * (HOUR_MS / 10));
  if (demo.random.chance(SUBMITTED_SHARE)) {
    await completeSubmission(ctx, row, answers);
    return true;
  }
  if (demo.random.chance(0.5)) {
    await keepProgress(ctx, row, { step: 2, answers: { personalInfo: answers.personalInfo ?? {} } });
  }
  return false;
}

/** The sample's answers in the name of this client. */
async function answersOf(
  ctx: Context,
  demo: Demo,
  { clientId, sample: answers }: { clientId: number; sample: FormAnswers },
): Promise<FormAnswers> {
  const client = await findClient(ctx, clientId);
  const lastName = String(client.client_last_name ?? '');
  return {
    ...answers,
    personalInfo: {
      ...answers.personalInfo,
      firstName: String(client.client_first_name ?? ''),
      lastName,
      dateOfBirth: String(client.dob ?? ''),
      ssn: ssn(demo.random),
    },
    contactInfo: {
      primary_phone: String(client.primary_phone ?? ''),
      email: String(client.primary_email ?? ''),
    },
    banking: { ...answers.banking, accountNumber: demo.random.digits(10) },
  };
}
