import * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { BodyInput, QueryInput } from '@ledgerline/contract/endpoint';
import { createPolicy } from '@ledgerline/contract/policies/endpoints';
import { buildClient, signInAs } from './factories.ts';
import { fileInput } from './imports.ts';
import type { Caller, TestApp } from './test-app.ts';

type Preview = typeof endpoints.previewCommissionStatement;
type Import = typeof endpoints.importCommissionStatement;

/** The column names of the statements, and where they are. */
export const HEADER = 'Policy Number,Client Name,Commission\n';
const CHOSEN = { sheet: 0, header_row: 1, number: 0, name: 1, amount: 2, period: -1, paid_on: -1 };

let count = 0;

/** An owner with a carrier of their own that pays $18.00 a month for health policies. */
export async function buildCarrier(t: TestApp) {
  const owner = await signInAs(t, { is_owner: true });
  count += 1;
  const carrier = `Carrier ${count}`;
  await owner.call(endpoints.saveCommissionRate, {
    body: { carrier, line: 'health', effective_date: '2026-01-01', basis: 'flat', amount: 1800 },
  });
  async function addPolicy(
    policy_number: string,
    changes: Partial<BodyInput<typeof createPolicy>> = {},
    client?: number,
  ): Promise<number> {
    const names = { client_first_name: 'Ana', client_last_name: 'Ruiz' };
    const id = client ?? (await buildClient(t, names));
    const term = { effective_date: '2026-01-01', end_date: '2026-12-31' };
    const body = { line: 'health', carrier, policy_number, ...term, ...changes } as const;
    return (await owner.call(createPolicy, { params: { id }, body })).body.id;
  }
  const upload = (
    content: string | Buffer,
    changes: Partial<QueryInput<Import>> = {},
    caller: Caller = owner,
  ) =>
    caller.call(endpoints.importCommissionStatement, {
      ...fileInput<Import>(content, 'statement.csv'),
      query: { carrier, month: '2026-10', ...CHOSEN, ...changes },
    });
  const preview = (content: string | Buffer, changes: Partial<QueryInput<Preview>> = {}) =>
    owner.call(endpoints.previewCommissionStatement, {
      ...fileInput<Preview>(content, 'statement.csv'),
      query: { carrier, ...changes },
    });
  const get = async (id: number, view?: endpoints.StatementView, caller: Caller = owner) =>
    (await caller.call(endpoints.getCommissionStatement, { params: { id }, query: view ? { view } : {} }))
      .body;
  /** Result, policy, expected and paid cents of every row. */
  const resultsOf = async (id: number, caller: Caller = owner) =>
    (await get(id, undefined, caller)).rows.map(({ result, policy, expected_cents, paid_cents }) => [
      ...[result, policy?.id ?? null, expected_cents, paid_cents],
    ]);
  return { owner, carrier, addPolicy, upload, preview, get, resultsOf };
}
