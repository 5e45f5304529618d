import { index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { flag, id, instant, refers } from '#platform/database/columns.ts';

/** One row per sign-in; a token without an active row is rejected. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
    revoked_at: instant(),
    address: text(),
    /**
     * The user agent, truncated; null if the browser sends none, and for sign-ins from before this was
     * recorded.
     */
    user_agent: text(),
    /** To the minute; null for sign-ins from before this was recorded, until they are used. */
    last_used_at: instant(),
    /**
     * The last activity at its screen; null if no page of the portal has used it, in which case it never
     * locks.
     */
    last_active_at: instant(),
    /** When it was locked; re-authentication unlocks it (decision 060). */
    locked_at: instant(),
    /** When the agent last authenticated: by signing in, or with `reauthenticate` (decision 058). */
    proved_at: instant().notNull().defaultNow(),
    /**
     * When the agent last re-authenticated with `reauthenticate`; null after signing in, which counts for
     * `proved_at` only.
     */
    reauthenticated_at: instant(),
    /** Created by single sign-on (decision 070). */
    by_sso: flag(),
    /** The identity provider confirmed two-factor authentication, so the portal does not ask for its own. */
    has_provider_step: flag(),
  },
  (table) => [index('sign_ins_agent').on(table.agent_id)],
);

/**
 * The account at the identity provider that an agent signs in with: one per issuer, and each for one agent
 * only.
 */
export const agentIdentities = pgTable(
  'agent_identities',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    issuer: text().notNull(),
    /** The provider's permanent identifier of the account, used for every later lookup. */
    subject: text().notNull(),
    /** The confirmed address by which it was linked. */
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
 * Emailed links with which agents set their password: one of each kind, replaced by a newer one. Only the
 * token's fingerprint is stored. An invitation stays until it is used, to show which agents have not set a
 * password yet.
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
