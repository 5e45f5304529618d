import { signIn } from '@ledgerline/contract/auth/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogueField,
  CLIENT_FIELDS,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalogue';
import { type AgentRow, insertAgent } from '#features/agents/repository.ts';
import { createClients } from '#features/clients/edits/service.ts';
import { hashPassword } from '#platform/auth/passwords.ts';
import type { Caller, TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse';
let passwordHash: Promise<string> | undefined;
let serial = 0;

/** A plain agent unless flags are given; names, email and username are unique. */
export async function buildAgent(t: TestApp, overrides: Partial<AgentRow> = {}): Promise<AgentRow> {
  passwordHash ??= hashPassword(PASSWORD);
  const n = ++serial;
  const { id: _, created_at: __, ...given } = overrides;
  return insertAgent(t.deps.database, {
    email: `agent${n}@example.test`,
    username: `agent${n}`,
    first_name: 'Alex',
    last_name: `Agent${n}`,
    password_hash: await passwordHash,
    is_advisor: false,
    is_owner: false,
    is_developer: false,
    has_all_staff_access: false,
    ...given,
  });
}

/** Signs an agent in through the API and gives back the calls made as that agent. */
export async function signInAs(
  t: TestApp,
  flags: Partial<AgentRow> = {},
): Promise<Caller & { agent: AgentRow; token: string }> {
  const agent = await buildAgent(t, flags);
  const { body } = await t.call(signIn, { body: { username: agent.username, password: PASSWORD } });
  return { agent, token: body.token, ...t.withToken(body.token) };
}

/** A client with both names; returns the id. */
export async function buildClient(
  t: TestApp,
  values: Partial<Record<FieldName, FieldValue>> = {},
): Promise<number> {
  const n = ++serial;
  const all: Partial<Record<FieldName, FieldValue>> = {
    client_first_name: 'Casey',
    client_last_name: `Client${n}`,
    ...values,
  };
  const input = new Map<CatalogueField, unknown>();
  for (const field of CLIENT_FIELDS) if (all[field.name] !== undefined) input.set(field, all[field.name]);
  const ctx = t.systemContext();
  const { created, rejected } = await t.deps.database.transaction((db) =>
    createClients({ ...ctx, db }, [{ row: '', input }]),
  );
  const id = created[0]?.id;
  if (id === undefined) throw new Error(`the client was refused: ${JSON.stringify(rejected)}`);
  return id;
}
