import { answerAt, answerText } from '@ledgerline/contract/web-forms/answers';
import { findWebForm } from '@ledgerline/contract/web-forms/registry';
import { maskAnswers, secretFields } from '@ledgerline/contract/web-forms/secrets';
import { consumeReveal } from '#features/people/agents/reveals/limit-reveals.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { openAnswers } from './fill-form.ts';

type Encrypted = Parameters<typeof openAnswers>[1];

/**
 * The answers of a form as they may leave the server, with secrets as masks; null for forms whose definition no longer
 * exists.
 */
export function maskedAnswers(ctx: Context, row: Encrypted): object | null {
  const definition = findWebForm(row.form_link_id);
  const answers = openAnswers(ctx, row);
  return definition && answers ? maskAnswers(definition, answers) : null;
}

/** The same in plain text: each secret counts as a reveal of its own, against the daily limit and in the audit log. */
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
