import { DEFAULT_IDLE_MINUTES, type TwoFactorRule } from '@ledgerline/contract/rules';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { agents } from '#features/people/agents/schema.ts';
import { id, instant, int8, refers } from '#platform/database/columns.ts';

/** The single row of the sign-in policy; absent until it is set (decision 057). */
export const signInPolicy = pgTable('sign_in_rules', {
  only_row: boolean().primaryKey().default(true),
  second_factor: text().$type<TwoFactorRule>().notNull().default('nobody'),
  /** Minutes of inactivity until a screen is locked (decision 060); 0 for never. */
  idle_minutes: integer().notNull().default(DEFAULT_IDLE_MINUTES),
  /** Whether agents may remember a device; changing it forgets every device (decision 114). */
  can_remember_devices: boolean().notNull().default(true),
  updated_at: instant().notNull(),
  updated_by: refers(() => agents.id, 'set null'),
});

/** An authenticator app, one per agent; it counts once one of its codes was entered. */
export const authenticatorApps = pgTable(
  'authenticator_apps',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    /** Base32, encrypted; null only within the transaction that creates the row. */
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
    /** The relying party ID: the host where it was created. */
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

/** An argon2id hash of each recovery code; a used one stays on record until the set is replaced. */
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

/**
 * Browsers in which an agent signs in with the password alone, for 30 days after two-factor authentication
 * (decision 114). A backup leaves them out.
 */
export const rememberedDevices = pgTable(
  'remembered_devices',
  {
    id: id(),
    agent_id: refers(() => agents.id, 'cascade').notNull(),
    /** The fingerprint of the secret in the browser's cookie, which each sign-in replaces. */
    secret_fingerprint: text().notNull(),
    /** Truncated, like that of a sign-in. */
    user_agent: text(),
    created_at: instant().notNull(),
    last_used_at: instant(),
    expires_at: instant().notNull(),
  },
  (table) => [index('remembered_devices_agent').on(table.agent_id)],
);
