import type {
  findDuplicates as endpoint,
  LikelyClient,
} from '@ledgerline/contract/clients/duplicates/endpoints';
import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type { AgentActor, Context } from '#platform/context.ts';
import { pick } from '#platform/pick.ts';
import { contactsOf } from '../matching/rules.ts';
import { findLikely } from './queries.ts';

const MAX_SHOWN = 5;
/** The likely existing clients among those that the agent can see. */
export async function findDuplicates(
  { deps }: Context<AgentActor>,
  { first_name = '', last_name = '', email, phone, dob, except }: QueryOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const person = {
    first: first_name,
    last: last_name,
    dob: dob ?? null,
    contacts: contactsOf([phone], [email]),
  };
  const likely = await deps.database.transaction((db) => findLikely(db, person, except));
  return { success: true, data: likely.slice(0, MAX_SHOWN).map(toLikelyClient) };
}

const toLikelyClient = (row: LikelyClient): LikelyClient =>
  pick(row, [
    ...(['id', 'client_first_name', 'client_last_name', 'dob', 'primary_email', 'primary_phone'] as const),
    'reasons',
  ]);
