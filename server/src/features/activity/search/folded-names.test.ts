import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { listClients, searchClients } from '@ledgerline/contract/clients/endpoints';
import { listInvoices } from '@ledgerline/contract/invoices/endpoints';
import { getLedgerIndex } from '@ledgerline/contract/ledger/endpoints';
import { searchEverything } from '@ledgerline/contract/search/endpoints';
import type { SearchKind } from '@ledgerline/contract/search/kinds';
import { listSubmissions } from '@ledgerline/contract/submissions/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, buildSession, buildSubmission, signInAs } from '#testing/factories.ts';
import { buildInvoice } from '#testing/invoices.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const sql = (text: string, values: unknown[] = []) => t.current.deps.database.query(text, values);
let owner: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  owner = await signInAs(t.current, { is_owner: true });
});

const listed = async (q: string) =>
  (await owner.call(listClients, { query: { q } })).body.data.map(({ id }) => id);
const inLedger = async (q: string) =>
  (await owner.call(getLedgerIndex, { query: { status: 'all', sort: 'name', direction: 'asc', q } })).body
    .ids;
const anywhere = async (kind: SearchKind, q: string) => {
  const { body } = await owner.call(searchEverything, { query: { q } });
  return body.sections.find((section) => section.kind === kind)?.rows.map(({ id }) => id) ?? [];
};
const submissions = async (q: string) =>
  (await owner.call(listSubmissions, { query: { q } })).body.data.map(({ id }) => id);
const invoices = async (q: string) =>
  (await owner.call(listInvoices, { query: { q } })).body.data.map(({ id }) => id);

describe.each([
  ['Núñez', ['nunez', 'NUNEZ', 'Núñez', 'NU\u0301N\u0303EZ'.normalize('NFD'), 'núñ']],
  ['NU\u0301N\u0303EZ-Solar', ['Núñez-Solar', 'NUNEZ-SOLAR', 'nunez\u2011solar']],
  ['O’Brien', ["O'Brien", 'o’brien', 'O`Brien', 'oʼbrien']],
  ["D'Angelo", ['D’Angelo', "d'angelo", 'd´angelo']],
  ['Łukasiewicz', ['lukasiewicz', 'Łukasiewicz']],
  ['Großmann', ['grossmann', 'GROSSMANN', 'großmann']],
])('a client named %s', (client_last_name, texts) => {
  let id: number;
  let submission: number;
  let visitors: number;
  let invoice: number;
  beforeAll(async () => {
    id = await buildClient(t.current, { client_first_name: 'Zoé', client_last_name });
    const session = await buildSession(t.current, { client_id: id });
    submission = (await buildSubmission(t.current, { session, title: 'Plain' })).id;
    visitors = (await buildSubmission(t.current, { title: 'Visitor' })).id;
    await sql('update session_forms set last_name = $2 where id = $1', [visitors, client_last_name]);
    invoice = (await buildInvoice(t.current, { customer_id: id })).id;
    await sql('update invoices set full_name = $2 where id = $1', [invoice, `Zoe ${client_last_name}`]);
  });

  it.each(texts)('is found by %j in every list and search', async (q) => {
    expect(await listed(q)).toEqual([id]);
    expect(await inLedger(q)).toEqual([id]);
    expect(await anywhere('client', q)).toEqual([id]);
    expect(await invoices(q)).toEqual([invoice]);
    expect(await anywhere('invoice', q)).toEqual([invoice]);
    expect((await submissions(q)).sort((a, b) => a - b)).toEqual([submission, visitors]);
    expect(await anywhere('submission', q)).toContain(visitors);
    const { body } = await owner.call(searchClients, { query: { last_name: q, first_name: 'zoe' } });
    expect(body.data.map((row) => row.id)).toEqual([id]);
  });
});

it('finds sessions, documents, templates and tasks by folded words as well', async () => {
  const session = await buildSession(t.current, { session_type: 'Revisión “Otoño”' });
  for (const q of ['revision', 'otono', 'Revisión'])
    expect([q, await anywhere('session', q)]).toEqual([q, [session.id]]);
});

describe('a phone number', () => {
  let plain: number;
  let withCode: number;
  beforeAll(async () => {
    plain = await buildClient(t.current, { primary_phone: '(786) 555-0144' });
    withCode = await buildClient(t.current, { primary_phone: '+1 786-555-0145 (12)' });
  });
  it.each([
    '7865550144',
    '+1 786 555 0144',
    '1-786-555-0144',
    '17865550144',
    '786.555.0144 x12',
    '(786) 555-0144 ext. 7',
    '786 555 0144 #3',
    '＋１ ７８６ ５５５ ０１４４',
  ])('is found by %j, with or without +1 and an extension', async (q) => {
    expect(await listed(q)).toEqual([plain]);
    expect(await anywhere('client', q)).toEqual([plain]);
    const { body } = await owner.call(searchClients, { query: { phone: q } });
    expect(body.data.map(({ id }) => id)).toEqual([plain]);
  });
  it.each(['786 555 0145', '+1 (786) 555-0145', '7865550145 x9'])(
    'stored with them is found by %j',
    async (q) => {
      expect(await listed(q)).toEqual([withCode]);
    },
  );
});

it('the migration folds stored texts, and leaves plain texts unchanged', async () => {
  const accented = await buildClient(t.current, { client_last_name: 'Ibáñez-Migrated' });
  const plain = await buildClient(t.current, { client_last_name: 'Plain-Migrated' });
  await sql(`update client_outlines set search_text = 'ibáñez-migrated' where client_id = $1`, [accented]);
  const spaced = await buildClient(t.current, { client_last_name: 'De  La-Migrated' });
  await sql(`update client_outlines set search_text = 'test de  la-migrated' where client_id = $1`, [spaced]);
  const visitors = await buildSubmission(t.current, { title: 'Visitor' });
  await sql('alter table session_forms disable trigger session_forms_searched');
  await sql(
    "update session_forms set last_name = 'De  La-Migrated', search_text = 'de  la-migrated' where id = $1",
    [visitors.id],
  );
  await sql('alter table session_forms enable trigger session_forms_searched');
  const before = await sql('select xmin::text as version from client_outlines where client_id = $1', [plain]);
  const folder = path.resolve(import.meta.dirname, '../../../../migrations');
  const name = (await readdir(folder)).find((file) => file.endsWith('_folded_search.sql')) ?? '';
  const statements = (await readFile(path.join(folder, name), 'utf8')).split('--> statement-breakpoint');
  const updates = statements.filter((statement) => /^\s*(--.*\n)?update /m.test(statement));
  expect(updates).toHaveLength(3);
  for (const statement of updates) await sql(statement);
  expect(await listed('ibanez-migrated')).toEqual([accented]);
  const found = await owner.call(searchClients, { query: { last_name: 'De  La-Migrated' } });
  expect(found.body.data.map(({ id }) => id)).toEqual([spaced]);
  expect(await sql('select search_text from session_forms where id = $1', [visitors.id])).toEqual([
    { search_text: expect.stringContaining('de la-migrated') },
  ]);
  const after = await sql('select xmin::text as version from client_outlines where client_id = $1', [plain]);
  expect(after).toEqual(before);
});

it('lets the planner estimate every folded text: it ignores the statistics of a partial index', async () => {
  const expressions = await sql(
    `select pg_get_expr(i.indexprs, i.indrelid) as expression, i.indpred is null or exists (
              select from pg_statistic_ext s
               where s.stxrelid = i.indrelid
                 and pg_get_expr(i.indexprs, i.indrelid) = any(pg_get_statisticsobjdef_expressions(s.oid))) as has_statistics
       from pg_index i where pg_get_expr(i.indexprs, i.indrelid) ~ 'fold_text' order by 1`,
  );
  const names = [
    'fold_text(carrier), upper(shown_number)',
    'fold_text(file_name)',
    "fold_text(replace(sort_name, chr(9), ' '::text))",
    'fold_text(session_type)',
    'fold_text(title)',
  ];
  expect(expressions).toEqual(names.map((expression) => ({ expression, has_statistics: true })));
});
