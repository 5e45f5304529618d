import { listAnswerDifferences } from '@ledgerline/contract/submissions/differences/endpoints';
import type { Caller } from '#testing/test-app.ts';

/** What an agent compared before applying answers, as `applyAnswers` expects it. */
export async function comparedAnswers(
  agent: Caller,
  { clientId, sessionFormId }: { clientId: number; sessionFormId: number },
) {
  const { status, body, error } = await agent.call(listAnswerDifferences, { params: { id: sessionFormId } });
  if (status !== 200) throw new Error(`the comparison answered ${status}: ${error.message}`);
  const compared = body.data.map(({ field, client_value, form_value }) => ({
    field,
    client_value,
    form_value,
  }));
  return { client_id: clientId, compared };
}
