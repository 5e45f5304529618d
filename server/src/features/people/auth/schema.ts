import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { flag, id, instant, refers } from '#platform/database/columns.ts';

/** One row per sign-in; a token without a live row is refused. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    address: text(),
    /** How the browser names itself, shortened; null where it does not, and of sign-ins of before this was kept. */
    user_agent: text(),
    /** To the minute; null of sign-ins of before this was kept, until they are used. */
    last_used_at: instant(),
    /** When somebody was last at its screen; null of one that no page of the portal has used, which never locks. */
    last_active_at: instant(),
    /** Since when it is locked: it has to be proved again (decision 060). */
    locked_at: instant(),
    /** When the agent last proved that it is he: by signing in, or with `reauthenticate` (decision 058). */
    proved_at: instant().notNull().defaultNow(),
    /** When the agent last re-authenticated with `reauthenticate`; null after signing in, which counts for `proved_at` only. */
    reauthenticated_at: instant(),
    /** Made by single sign-on (decision 070). */
    by_sso: flag(),
    /** The identity provider said that it asked for two steps: no second step of ours is asked for. */
    has_provider_step: flag(),
  },
  (table) => [index('sign_ins_agent').on(table.agent_id)],
);

/** Which account at the identity provider an agent signs in with: one of each issuer, and each for one agent. */
export const agentIdentities = pgTable(
  'agent_identities',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    issuer: text().notNull(),
    /** The provider's name of the account, for good; found by it ever after. */
    subject: text().notNull(),
    /** The confirmed address by which it was connected. */
    email: text().notNull(),
    connected_at: instant().notNull(),
    last_used_at: instant().notNull(),
  },
  (table) => [
    uniqueIndex('agent_identities_subject_unique').on(table.issuer, table.subject),
    uniqueIndex('agent_identities_agent_unique').on(table.agent_id, table.issuer),
  ],
);

/**
 * Links by mail with which an agent sets his password: one of each kind, of which a newer takes the place. Of the token
 * only the fingerprint. An invitation stays until it is used, so that it shows whose password nobody has chosen yet.
 */
export const passwordLinks = pgTable(
  'password_links',
  {
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    kind: text().$type<'invitation' | 'reset'>().notNull(),
    token_fingerprint: text().notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    withdrawn_at: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.agent_id, table.kind] }),
    uniqueIndex('password_links_token_unique').on(table.token_fingerprint),
  ],
);
