import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { clients } from '#features/records/clients/schema.ts';
import { buildAgent, buildClient } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';
import type { AccessScope } from './access-scope.ts';
import type { Database } from './database.ts';
import { visibleIdsOf } from './visible-rows.ts';
import { asWork, currentAccessScope, withAccessScope } from './work.ts';

const t = useTestApp();

/** Tables without a view, and the reason for each. */
const OPEN: Record<string, string> = {
  deleted_clients: 'ids and times of deleted clients',
  'agents, email_links, former_emails, agent_identities, teams, need_to_know, sign_in_rules, sign_ins, password_links, authenticator_apps, passkeys, recovery_codes, remembered_devices, saved_signatures, agent_contacts':
    'of agents',
  'agent_notice_choices, agent_digests, calendar_feeds, first_day_dismissals': 'of agents',
  'global_settings, form_folders, global_forms, global_form_documents, archived_library_files, template_syncs, bundles, bundle_templates, bundle_uses':
    'of the brokerage',
  'line_item_templates, commission_rates, commission_columns, commission_statements, installation_marks':
    'of the brokerage',
  'saved_views, saved_view_pins, saved_view_defaults':
    'filters, of an agent or shared with all; they contain no records',
  duplicate_scans: 'counts of a scan over all clients, which restricted agents cannot open',
  'today_marks, provider_events, esign_reconciles': 'ids only: read with the row they reference',
  invoice_numbering: 'one number: the next invoice number',
  invoice_count_deltas: 'sums over all invoices, which the counting operation does not read',
  'docusign_envelopes, esign_envelopes, esign_signers, esign_events, esign_certificates':
    'internal to the e-signature provider: found by an envelope’s id, which its form contains',
  'pay_customers, pay_invoices, pay_payments, pay_events, square_customers, square_invoices, square_payments':
    'internal to the payment provider: found by an id that the invoice contains',
  'audit_links, audit_chain, audit_archives, audit_checks, audit_watch, audit_alarms': 'owners only',
  'jobs, job_servers, job_holds, idempotency_keys, rate_limits, provider_health, __drizzle_migrations':
    'internal to the server',
};

const sql = <Row>(text: string, values: unknown[] = []) => t.current.deps.database.query<Row>(text, values);

describe('the views of an agent’s access scope', () => {
  it('cover every table except those listed here with a reason', async () => {
    const open = Object.keys(OPEN).flatMap((names) => names.split(', '));
    const tables = await sql<{ name: string; has_view: boolean }>(
      `select c.relname as name, to_regclass('seen.' || quote_ident(c.relname)) is not null as has_view
         from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
    );
    expect(tables.filter((table) => table.has_view === open.includes(table.name))).toEqual([]);
  });

  it('have every column of their tables, and accept writes', async () => {
    const missing = await sql(
      `select c.table_name, c.column_name from information_schema.columns c
        where c.table_schema = 'public' and to_regclass('seen.' || quote_ident(c.table_name)) is not null
          and not exists (select from information_schema.columns v where v.table_schema = 'seen'
                             and v.table_name = c.table_name and v.column_name = c.column_name)`,
    );
    expect(missing).toEqual([]);
    const fixed = await sql(
      `select table_name from information_schema.views where table_schema = 'seen' and is_insertable_into <> 'YES'`,
    );
    expect(fixed).toEqual([]);
  });
});

describe('an access scope', () => {
  let accessScope: AccessScope;
  let ids: Record<'mine' | 'his' | 'unowned', number>;
  beforeAll(async () => {
    const [me, him] = [await buildAgent(t.current), await buildAgent(t.current)];
    accessScope = [me.id];
    ids = {
      mine: await buildClient(t.current, { owner_agent_id: me.id }),
      his: await buildClient(t.current, { owner_agent_id: him.id }),
      unowned: await buildClient(t.current, { owner_agent_id: null }),
    };
  });
  const seen = async (db: Database) =>
    (await visibleIdsOf(db, 'clients', Object.values(ids))).sort((a, b) => a - b);
  const all = () => Object.values(ids);

  it('applies on the pool, in transactions and to typed queries, with the limits of the current work', async () => {
    const { database } = t.current.deps;
    const part = [ids.mine, ids.unowned];
    expect(await seen(database)).toEqual(all());
    expect(await withAccessScope(accessScope, () => seen(database))).toEqual(part);
    expect(await withAccessScope(accessScope, () => asWork('export', () => seen(database)))).toEqual(part);
    expect(await withAccessScope(accessScope, () => database.transaction(seen))).toEqual(part);
    const typed = await withAccessScope(accessScope, async () =>
      database.orm.select({ id: clients.id }).from(clients),
    );
    expect(typed.map(({ id }) => id).sort((a, b) => a - b)).toEqual(part);
    expect(await seen(database)).toEqual(all());
    expect(currentAccessScope()).toBeUndefined();
  });

  it('is separate for each statement in a transaction of another one, even for pipelined statements', async () => {
    const part = [ids.mine, ids.unowned];
    const { database } = t.current.deps;
    const readInScopes = (db: Database) =>
      Promise.all([
        seen(db),
        withAccessScope(accessScope, () => seen(db)),
        withAccessScope(undefined, () => seen(db)),
        withAccessScope([0], () => seen(db)),
        seen(db),
      ]);
    expect(await database.transaction(readInScopes)).toEqual([all(), part, all(), [ids.unowned], all()]);
    const turned = await withAccessScope(accessScope, () => database.transaction(readInScopes));
    expect(turned).toEqual([part, part, all(), [ids.unowned], part]);
  });

  it('is restored after a savepoint that failed', async () => {
    const { database } = t.current.deps;
    const found = await database.transaction(async (db) => {
      await db.savepoint(() =>
        withAccessScope(accessScope, async () => void (await db.query('select 1 / 0'))),
      );
      return [await seen(db), await withAccessScope(accessScope, () => seen(db))];
    });
    expect(found).toEqual([all(), [ids.mine, ids.unowned]]);
  });
});

describe('at 10,000 clients', () => {
  let agents: number[];
  beforeAll(async () => {
    agents = await Promise.all(Array.from({ length: 20 }, async () => (await buildAgent(t.current)).id));
    await sql(
      `insert into clients (client_first_name, client_last_name, primary_email, status, owner_agent_id, created_at, updated_at)
       select 'Name' || n, 'Family' || n, $2 || n || '@example.test', 'client', ($1::bigint[])[1 + n % 20], now(), now()
         from generate_series(1, 10000) n`,
      [agents, randomUUID()],
    );
    await sql(
      `insert into tasks (client_id, title, due_day, due_time, anchor_day, created_at, updated_at)
       select client_id, 'Call', '2026-11-20', '', '2026-11-20', now(), now() from client_outlines`,
    );
    await sql('vacuum analyze client_outlines');
    await sql('analyze tasks');
  });
  const planOf = async (text: string, accessScope?: AccessScope) => {
    const explain = () =>
      t.current.deps.database.query<Record<string, string>>(`explain (costs off) ${text}`);
    const rows = await (accessScope ? withAccessScope(accessScope, explain) : explain());
    return rows.map((row) => Object.values(row)[0]).join('\n');
  };

  it('an unrestricted query has the plain plan: no condition, no view', async () => {
    const plan = await planOf(
      'select client_id from client_outlines order by sort_name collate "ledger_order", client_id limit 50',
    );
    expect(plan).toBe('Limit\n  ->  Index Only Scan using client_outlines_by_name on client_outlines');
  });

  it('restricted lists use an index', async () => {
    const accessScope = agents.slice(0, 1);
    for (const text of [
      'select client_id from client_outlines order by sort_name collate "ledger_order", client_id limit 50',
      `select client_id from client_outlines where search_text like '%family77%'`,
      'select * from clients where id = 77',
      'select * from tasks where client_id = 77 order by due_day',
      `select * from audit_events where entity = 'client' and entity_id = 77 order by id desc limit 20`,
    ]) {
      const plan = await planOf(text, accessScope);
      expect([text, plan]).toEqual([text, expect.stringMatching(/Index/)]);
      expect([text, plan]).toEqual([
        text,
        expect.not.stringMatching(/Seq Scan on (clients|tasks|audit_events)/),
      ]);
    }
  });
});
