import { DEFAULT_IDLE_MINUTES, type TwoFactorRule } from '@ledgerline/contract/rules';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

/** The one row of what owners ask of sign-ins; none while nothing was ever set (decision 057). */
export const signInRules = pgTable('sign_in_rules', {
  only_row: boolean().primaryKey().default(true),
  second_factor: text().$type<TwoFactorRule>().notNull().default('nobody'),
  /** After how many minutes without anybody at it a screen is locked (decision 060); 0: never. */
  idle_minutes: integer().notNull().default(DEFAULT_IDLE_MINUTES),
  updated_at: instant().notNull(),
  updated_by: refers(() => agents.id, 'set null'),
});

/** An authenticator app, one for each agent; it counts once a code of it was given. */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    /** Base32, sealed; null only within the transaction that makes the row. */
    secret: text(),
    created_at: instant().notNull(),
    confirmed_at: instant(),
    last_used_at: instant(),
  },
  (table) => [uniqueIndex('authenticator_apps_agent_unique').on(table.agent_id)],
);

/** Public keys of WebAuthn authenticators. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    name: text().notNull(),
    /** The relying party's id: the host that it was made under. */
    host: text().notNull(),
    /** Both in base64url. */
    credential_id: text().notNull(),
    public_key: text().notNull(),
    counter: int8().notNull(),
    transports: text().array().notNull(),
    created_at: instant().notNull(),
    last_used_at: instant(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_unique').on(table.credential_id),
    index('passkeys_agent').on(table.agent_id),
  ],
);

/** Of each recovery code an argon2id hash; one that was used stays to say so until the set is made anew. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    code_hash: text().notNull(),
    used_at: instant(),
  },
  (table) => [index('recovery_codes_agent').on(table.agent_id)],
);
