import type { CallKind, CallOutcome } from '@ledgerline/contract/rules';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { clients } from '#features/records/clients/schema.ts';
import { day, id, instant, refers } from '#platform/database/columns.ts';

/** The log of agents' contacts with a client: calls, texts, meetings, notes (decision 050). */
export const clientCalls = pgTable(
  'client_calls',
  {
    id: id(),
    client_id: refers(() => clients.id, 'cascade').notNull(),
    kind: text().$type<CallKind>().notNull(),
    outcome: text().$type<CallOutcome>(),
    text: text().notNull().default(''),
    /** The next follow-up that was set with it. */
    follow_up_on: day(),
    agent_id: refers(() => agents.id, 'set null'),
    at: instant().notNull(),
  },
  (table) => [index('client_calls_client').on(table.client_id, table.at, table.id)],
);
