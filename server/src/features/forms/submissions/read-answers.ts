import { answerAt, answerText } from '@ledgerline/contract/web-forms/answers';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { maskAnswers, secretFields } from '@ledgerline/contract/web-forms/secrets';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { openAnswers } from './fill-form.ts';

type Encrypted = Parameters<typeof openAnswers>[1];

/** The answers of a form as they may leave the server, secrets as masks; null for forms of which the definition is gone. */
export function maskedAnswers(ctx: Context, row: Encrypted): object | null {
  const definition = findWebForm(row.form_link_id);
  const answers = openAnswers(ctx, row);
  return definition && answers ? maskAnswers(definition, answers) : null;
}

/** The same in clear: each secret among them is a reveal of its own, in the day's limit and in the trail. */
export async function revealAllAnswers(ctx: Context<AgentActor>, row: Encrypted): Promise<object | null> {
  const definition = findWebForm(row.form_link_id);
  const answers = openAnswers(ctx, row);
  if (!definition || !answers) return null;
  for (const { key } of secretFields(definition)) {
    if (answerText(answerAt(answers, key)) === '') continue;
    await consumeReveal(ctx);
    await auditAction(ctx, 'revealed', 'session_form', row.id, { field: key });
  }
  return answers;
}
