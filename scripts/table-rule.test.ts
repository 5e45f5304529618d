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
  { file: 'server/src/providers/payments/square/schema.ts', text: "pgTable('square_invoices', {" },
  { file: 'server/src/providers/payments/builtin/schema.ts', text: "pgTable('pay_invoices', {" },
]);
const problems = (file: string, text: string) =>
  tableProblems({ file: `server/src/features/${file}`, text }, owners);

const sql = (text: string) => `db.query(\`${text}\`)`;

it.each([
  ['its own table', 'billing/transactions/repository.ts', sql('update transactions set amount = 1')],
  ['a read of a table of its module', 'billing/transactions/repository.ts', sql('select 1 from invoices')],
  [
    'a read of a lower module by queries.ts',
    'billing/invoice-store/queries.ts',
    sql('select 1 from x join agents a on true'),
  ],
  [
    'a read of a table of the platform by queries.ts',
    'billing/invoice-store/queries.ts',
    sql('select 1 from invoices i join audit_events a on true'),
  ],
  [
    'a function instead of a table',
    'people/agents/repository.ts',
    sql('select 1 from generate_series(1, 2)'),
  ],
  [
    'a column with the name of a table',
    'people/agents/repository.ts',
    sql('select 1, invoices from agents where a = 1, invoices'),
  ],
  [
    'a comparison with is distinct from',
    'people/agents/repository.ts',
    sql('select 1 from agents where a is distinct from invoices'),
  ],
  ['a row lock', 'billing/transactions/repository.ts', sql('select 1 from invoices for update')],
  ['a comment', 'people/agents/repository.ts', '/** Not from invoices. */\nconst a = 1; // update invoices'],
  ['a string literal', 'people/agents/repository.ts', sql("select 'from invoices' from agents")],
  [
    'the update of an upsert',
    'billing/transactions/repository.ts',
    sql('insert into transactions (a) values (1) on conflict (a) do update set a = 2'),
  ],
  ['the query of a request', 'people/agents/routes.ts', 'listRows(ctx, query.page)'],
  ['a test', 'people/agents/routes.test.ts', sql('delete from invoices')],
])('accepts %s', (_case, file, text) => {
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
])('rejects a write to a table of another feature: %s', (text) => {
  expect(problems('billing/transactions/repository.ts', sql(text))).toEqual([
    'writes invoices, which belongs to billing/invoice-store: call its functions',
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
])('rejects a read of a table of a higher module: %s', (text) => {
  expect(problems('people/agents/queries.ts', sql(text))).toContainEqual(
    'reads invoices of billing/invoice-store, a higher module: accept the data as a parameter',
  );
});

it.each([
  "import { payInvoices } from '../invoices/schema.ts';\ndb.orm.delete(payInvoices)",
  "import { payInvoices as own } from '../invoices/schema.ts';\ndb.orm\n  .update(\n    own,\n  )\n  .set({})",
  "import * as schema from '#features/billing/invoice-store/schema.ts';\ndb.orm.insert(schema.payInvoices).values({})",
  `import { payInvoices } from '../invoices/schema.ts';\ndb.orm.execute(sql\`update \${payInvoices} set status = 1\`)`,
])('rejects a write through Drizzle: %s', (text) => {
  expect(problems('billing/transactions/repository.ts', text)).toEqual([
    'writes invoices, which belongs to billing/invoice-store: call its functions',
  ]);
});

it('allows only queries.ts to read tables of lower modules, and no writes in it', () => {
  const below = problems('billing/invoice-store/repository.ts', sql('select 1 from agents'));
  expect(below).toEqual(['reads agents of people/agents: only queries.ts may read tables of a lower module']);
  expect(problems('billing/invoice-store/queries.ts', sql('truncate invoices'))).toEqual([
    'writes invoices: queries.ts is read-only',
  ]);
});

it('rejects writes to tables of the platform, and reads outside queries.ts', () => {
  const file = 'people/agents/reveals/repository.ts';
  expect(problems(file, sql('insert into audit_events values (1)'))).toEqual([
    'writes audit_events, which belongs to platform/audit: call its functions',
  ]);
  expect(problems(file, sql('select 1 from agents join audit_events a on true'))).toEqual([
    'reads audit_events of platform/audit: only queries.ts may read tables of a lower module',
  ]);
});

it('lets a provider query only its own tables', () => {
  const inProvider = (text: string) =>
    tableProblems({ file: 'server/src/providers/payments/square/repository.ts', text: sql(text) }, owners);
  expect(inProvider('update square_invoices set status = 1')).toEqual([]);
  expect(inProvider('select 1 from pay_invoices, invoices')).toEqual([
    'queries pay_invoices of providers/payments/builtin: call its functions',
    'queries invoices of billing/invoice-store: call its functions',
  ]);
});

it.each([
  "db.query('select 1')",
  'ctx.db.arrays<Row>(text)',
  'ctx.db.orm.select()',
  'await database\n  .query(text)',
])('allows only a repository or queries.ts to query the database: %s', (text) => {
  expect(problems('billing/transactions/settle.ts', text)).toEqual([
    'queries the database: only repository.ts and queries.ts may do that',
  ]);
  expect(problems('billing/transactions/repository.ts', text)).toEqual([]);
});
