import type { FormAnswers } from '@ledgerline/contract/web-forms/answers';
import { sampleAnswers } from '@ledgerline/contract/web-forms/personal-info/sample-answers';
import { findClient } from '../../server/src/features/clients/service.ts';
import { createClientLink } from '../../server/src/features/secure-links/service.ts';
import {
  completeSubmission,
  keepProgress,
  lockForFilling,
} from '../../server/src/features/submissions/filling/service.ts';
import { fixedClock } from '../../server/src/platform/clock.ts';
import type { AgentActor, Context } from '../../server/src/platform/context.ts';
import type { Demo } from './brokerage.ts';
import { ssn } from './identifiers.ts';

const SENT = 80;
const SUBMITTED_SHARE = 0.7;
const HOUR_MS = 3_600_000;

/** Forms sent in the last days through the product's own services: most handed in, some half filled, some untouched. */
export async function fillSubmissions(demo: Demo): Promise<string> {
  const actor: AgentActor = {
    kind: 'agent',
    id: 1,
    name: 'Brokerage Owner',
    signInId: 0,
    is_advisor: true,
    is_owner: true,
    is_developer: true,
    has_all_staff_access: true,
  };
  const clients = demo.clientIds.slice(0, SENT);
  let submitted = 0;
  for (const clientId of clients) {
    const clock = fixedClock(
      new Date(demo.ctx.deps.clock.now().getTime() - demo.random.whole(1, 160) * HOUR_MS),
    );
    const ctx: Context<AgentActor> = { ...demo.ctx, actor, deps: { ...demo.ctx.deps, clock } };
    const link = await createClientLink(ctx, { formId: 'personal-info', clientId });
    const answers = await answersOf(ctx, demo, clientId);
    const row = await lockForFilling(ctx.db, link.data.sessionFormId);
    clock.advance(demo.random.whole(1, 50) * (HOUR_MS / 10));
    if (demo.random.chance(SUBMITTED_SHARE)) {
      await completeSubmission(ctx, row, answers);
      submitted++;
    } else if (demo.random.chance(0.5)) {
      await keepProgress(ctx, row, { step: 2, answers: { personalInfo: answers.personalInfo ?? {} } });
    }
  }
  return `${clients.length} forms sent, ${submitted} of them handed in`;
}

/** The sample's answers in the name of this client. */
async function answersOf(ctx: Context, demo: Demo, clientId: number): Promise<FormAnswers> {
  const client = await findClient(ctx, clientId);
  const answers = sampleAnswers();
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
