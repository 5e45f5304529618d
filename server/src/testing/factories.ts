import { signIn } from '@ledgerline/contract/auth/endpoints';
import { reauthenticate } from '@ledgerline/contract/auth/reauthentication/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import { sessions } from '#features/forms/sessions/schema.ts';
import { sessionForms } from '#features/forms/submissions/schema.ts';
import { globalForms } from '#features/forms/templates/schema.ts';
import { type AgentRow, insertAgent } from '#features/people/agents/repository.ts';
import { createClients } from '#features/records/clients/edits/edit-clients.ts';
import { type DocumentRow, storeDocument } from '#features/records/documents/service.ts';
import { hashQuickly } from './quick-argon2.ts';
import type { Caller, TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse';
const passwordHash = hashQuickly(PASSWORD);
let serial = 0;

/** A plain agent unless flags are given; names, email and username are unique. */
export async function buildAgent(t: TestApp, overrides: Partial<AgentRow> = {}): Promise<AgentRow> {
  const n = ++serial;
  const { id: _, created_at: __, ...rest } = overrides;
  return insertAgent(t.deps.database, {
    email: `agent${n}@example.test`,
    username: `agent${n}`,
    first_name: 'Alex',
    last_name: `Agent${n}`,
    password_hash: passwordHash,
    email_confirmed_at: new Date('2026-01-01T00:00:00Z'),
    is_advisor: false,
    is_owner: false,
    is_developer: false,
    has_all_staff_access: false,
    ...rest,
  });
}

/** As the browser does: a call that needs re-authentication is repeated after it, however far the clock was moved. */
function provingCaller(caller: Caller): Caller {
  return {
    async call(endpoint, input) {
      const answer = await caller.call(endpoint, input);
      if (answer.error?.code !== 'proof_needed') return answer;
      await caller.call(reauthenticate, { body: { password: PASSWORD } });
      return caller.call(endpoint, input);
    },
  };
}

/** Signs an agent in through the API and returns the calls made as that agent. */
export async function signInAs(
  t: TestApp,
  flags: Partial<AgentRow> = {},
): Promise<Caller & { agent: AgentRow; token: string }> {
  const agent = await buildAgent(t, flags);
  const { body } = await t.call(signIn, { body: { username: agent.username, password: PASSWORD } });
  return { agent, token: body.token, ...provingCaller(t.withToken(body.token)) };
}

/** The sign-in that a token belongs to. */
export function signInOf(token: string): number {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
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
  const input = new Map<CatalogField, unknown>();
  for (const field of CLIENT_FIELDS) if (all[field.name] !== undefined) input.set(field, all[field.name]);
  const ctx = t.systemContext();
  const { created, rejected } = await t.deps.database.transaction((db) =>
    createClients({ ...ctx, db }, [{ row: '', input }]),
  );
  const id = created[0]?.id;
  if (id === undefined) throw new Error(`the client was rejected: ${JSON.stringify(rejected)}`);
  return id;
}

/** A session of a new client unless one is named; returns its row. */
export async function buildSession(
  t: TestApp,
  values: Partial<typeof sessions.$inferInsert> = {},
): Promise<typeof sessions.$inferSelect> {
  const now = t.clock.now();
  const client_id = values.client_id ?? (await buildClient(t));
  const [row] = await t.deps.database.orm
    .insert(sessions)
    .values({ session_type: 'Session 1', created_at: now, updated_at: now, ...values, client_id })
    .returning();
  if (!row) throw new Error('the session was not stored');
  return row;
}

/** A form template, a PDF by default, with its own names and link id; amounts are cents. */
export async function buildTemplate(
  t: TestApp,
  values: Partial<typeof globalForms.$inferInsert> = {},
): Promise<typeof globalForms.$inferSelect> {
  const n = ++serial;
  const [row] = await t.deps.database.orm
    .insert(globalForms)
    .values({
      type: 'PDF',
      form_name_agent: `Template ${n}`,
      form_name_client: `Template ${n} for clients`,
      form_link_id: `template-${n}`,
      ...values,
    })
    .returning();
  if (!row) throw new Error('the template was not stored');
  return row;
}

/** A submission without a client unless a client or session is named; in a session it belongs to the session's client. */
export async function buildSubmission(
  t: TestApp,
  values: Partial<typeof sessionForms.$inferInsert> & { session?: typeof sessions.$inferSelect } = {},
): Promise<typeof sessionForms.$inferSelect> {
  const { session, ...rest } = values;
  const now = t.clock.now();
  const [row] = await t.deps.database.orm
    .insert(sessionForms)
    .values({
      title: `Form ${++serial}`,
      type: 'PDF',
      created_at: now,
      updated_at: now,
      ...(session ? { session_id: session.id, client_id: session.client_id } : {}),
      ...rest,
    })
    .returning();
  if (!row) throw new Error('the submission was not stored');
  return row;
}

/** A small PDF stored as a document of a submission; `signed` makes it the completed one. */
export function buildDocument(
  t: TestApp,
  values: { session_form_id: number; client_id?: number | null; signed?: boolean; file_name?: string },
): Promise<DocumentRow> {
  const ctx = t.systemContext();
  const file = {
    file_name: 'done.pdf',
    bytes: Buffer.from('%PDF-1.4\n%%EOF\n'),
    mime_type: 'application/pdf',
  };
  return t.deps.database.transaction((db) =>
    storeDocument({ ...ctx, db }, { client_id: null, is_sealed: values.signed ?? false, ...file, ...values }),
  );
}
