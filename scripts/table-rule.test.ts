import { expect, it } from 'vitest';
import { ownersOf, tableProblems } from './table-rule.ts';

const owners = ownersOf([
  { file: 'server/src/features/people/agents/schema.ts', text: "export const agents = pgTable('agents', {" },
  {
    file: 'server/src/features/billing/invoices/schema.ts',
    text: "export const payInvoices = pgTable('invoices', {",
  },
  { file: 'server/src/features/billing/money/schema.ts', text: "pgTable(\n  'transactions',\n" },
  { file: 'server/src/platform/audit/schema.ts', text: "pgTable('audit_events', {" },
]);
const problems = (file: string, text: string) =>
  tableProblems({ file: `server/src/features/${file}`, text }, owners);

it.each([
  ['its own table', 'billing/money/repository.ts', 'update transactions set amount = 1'],
  ['a table of its room, read', 'billing/money/repository.ts', 'select 1 from invoices'],
  ['a table of a room below, read by a listing', 'billing/invoices/listing.ts', 'join agents a on true'],
  ['a table of the platform', 'billing/invoices/repository.ts', 'insert into audit_events values (1)'],
  ['a word that is no table', 'people/agents/repository.ts', 'select 1 from generate_series(1, 2)'],
  ['a test', 'people/agents/routes.test.ts', 'delete from invoices'],
])('%s is no problem', (_what, file, text) => {
  expect(problems(file, text)).toEqual([]);
});

it.each([
  [
    'a table of another feature, written',
    'billing/money/repository.ts',
    'UPDATE invoices SET status = 1',
    'writes invoices',
  ],
  [
    'the same through drizzle',
    'signing/repository.ts',
    "import { agents } from '../people/agents/schema.ts';\ndb.orm.delete(agents)",
    'writes agents',
  ],
  ['a table of a room above', 'people/agents/listing.ts', 'left join transactions t on true', 'a room above'],
  [
    'a table of a room below outside a listing',
    'billing/invoices/repository.ts',
    'from agents',
    'only a listing.ts',
  ],
])('%s is one', (_what, file, text, sentence) => {
  expect(problems(file, text)).toEqual([expect.stringContaining(sentence)]);
});
