import { expect, it } from 'vitest';
import { ownersOf, tableProblems } from './table-rule.ts';

const owners = ownersOf([
  { file: 'server/src/features/people/agents/schema.ts', text: "export const agents = pgTable('agents', {" },
  {
    file: 'server/src/features/billing/invoice-store/schema.ts',
    text: "export const payInvoices = pgTable('invoices', {",
  },
  { file: 'server/src/features/billing/transactions/schema.ts', text: "pgTable(\n  'transactions',\n" },
  { file: 'server/src/platform/audit/schema.ts', text: "pgTable('audit_events', {" },
]);
const problems = (file: string, text: string) =>
  tableProblems({ file: `server/src/features/${file}`, text }, owners);

const sql = (text: string) => `db.query(\`${text}\`)`;

it.each([
  ['its own table', 'billing/transactions/repository.ts', sql('update transactions set amount = 1')],
  ['a table of its room, read', 'billing/transactions/repository.ts', sql('select 1 from invoices')],
  [
    'a table of a room below, read by a queries',
    'billing/invoice-store/queries.ts',
    sql('select 1 from x join agents a on true'),
  ],
  [
    'a table of the platform',
    'billing/invoice-store/repository.ts',
    sql('insert into audit_events values (1)'),
  ],
  ['a word that is no table', 'people/agents/repository.ts', sql('select 1 from generate_series(1, 2)')],
  [
    'a column of that name',
    'people/agents/repository.ts',
    sql('select 1, invoices from agents where a = 1, invoices'),
  ],
  [
    'a difference',
    'people/agents/repository.ts',
    sql('select 1 from agents where a is distinct from invoices'),
  ],
  ['a row that is held', 'billing/transactions/repository.ts', sql('select 1 from invoices for update')],
  ['a comment', 'people/agents/repository.ts', '/** Not from invoices. */\nconst a = 1; // update invoices'],
  ['a word in quotes', 'people/agents/repository.ts', sql("select 'from invoices' from agents")],
  [
    'what an upsert says',
    'billing/transactions/repository.ts',
    sql('insert into transactions (a) values (1) on conflict (a) do update set a = 2'),
  ],
  ['a query of a call', 'people/agents/routes.ts', 'keep(ctx, query.page)'],
  ['a test', 'people/agents/routes.test.ts', sql('delete from invoices')],
])('%s is no problem', (_what, file, text) => {
  expect(problems(file, text)).toEqual([]);
});

it.each([
  'UPDATE invoices SET status = 1',
  'update public.invoices set status = 1',
  'update "invoices" set status = 1',
  'update only "public"."invoices" i set status = 1',
  'insert into invoices (id) values (1)',
  'delete from invoices using transactions',
  'merge into invoices i using transactions t on true when matched then delete',
  'truncate invoices',
  'truncate table transactions, invoices',
  'lock table invoices in exclusive mode',
  'with gone as (delete from invoices returning id) select 1 from gone',
])('a table of another feature is not written: %s', (text) => {
  expect(problems('billing/transactions/repository.ts', sql(text))).toEqual([
    'writes invoices, which billing/invoice-store keeps: ask that feature to',
  ]);
});

it.each([
  'select 1 from agents a left join invoices i on true',
  'select 1 from agents a, invoices i',
  'select 1 from agents a, public."invoices" i',
  'select 1 from agents a join agents b on (a.id = b.id), invoices i',
  'select 1 from (select 1 from agents) a, lateral (select 2) b, invoices',
  'select 1 from (agents a cross join invoices i)',
  'delete from agents a using invoices i where true',
  'select 1 from agents where exists (select from invoices)',
  `select 1 from \${some} s, invoices i where \${condition}`,
])('a table of a room above is not read: %s', (text) => {
  expect(problems('people/agents/queries.ts', sql(text))).toContainEqual(
    'reads invoices of billing/invoice-store, a room above: let it be handed in',
  );
});

it.each([
  "import { payInvoices } from '../invoices/schema.ts';\ndb.orm.delete(payInvoices)",
  "import { payInvoices as mine } from '../invoices/schema.ts';\ndb.orm\n  .update(\n    mine,\n  )\n  .set({})",
  "import * as theirs from '#features/billing/invoice-store/schema.ts';\ndb.orm.insert(theirs.payInvoices).values({})",
  `import { payInvoices } from '../invoices/schema.ts';\ndb.orm.execute(sql\`update \${payInvoices} set status = 1\`)`,
])('nor written through drizzle: %s', (text) => {
  expect(problems('billing/transactions/repository.ts', text)).toEqual([
    'writes invoices, which billing/invoice-store keeps: ask that feature to',
  ]);
});

it('a table of a room below is read by a queries only, and a queries writes none', () => {
  const below = problems('billing/invoice-store/repository.ts', sql('select 1 from agents'));
  expect(below).toEqual(['reads agents of people/agents: only a queries.ts reads tables of a room below']);
  expect(problems('billing/invoice-store/queries.ts', sql('truncate invoices'))).toEqual([
    'writes invoices: a queries.ts only reads',
  ]);
});

it.each([
  "db.query('select 1')",
  'ctx.db.arrays<Row>(text)',
  'ctx.db.orm.select()',
  'await database\n  .query(text)',
])('only a repository or queries asks the database: %s', (text) => {
  expect(problems('billing/transactions/settle.ts', text)).toEqual([
    'asks the database: that is for a repository.ts or queries.ts',
  ]);
  expect(problems('billing/transactions/repository.ts', text)).toEqual([]);
});
