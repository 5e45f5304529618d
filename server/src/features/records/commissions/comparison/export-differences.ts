import { COMMISSION_RESULT_LABELS } from '@ledgerline/contract/rules/commissions';
import { csvDollars, csvHeader, csvRow } from '@ledgerline/contract/rules/csv';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { compare, findVisible, toRows } from './compare-statement.ts';

type Ctx = Context<AgentActor>;

const BATCH = 500;
const HEADER = [
  ...[
    'Result',
    'Client',
    'Carrier',
    'Plan',
    'Policy number',
    'Rows of the file',
    'Expected',
    'Paid',
    'Difference',
  ],
  ...['Resolved by', 'Note'],
];

/** All rows of a statement as CSV, read before the first byte is sent and then named in batches. */
export async function exportCommissionDifferences(
  ctx: Ctx,
  id: number,
): Promise<{ name: string; lines: AsyncGenerator<string> }> {
  const statement = await findVisible(ctx, id);
  const { rows, lines } = await compare(ctx, statement);
  await auditAction(ctx, 'exported', 'commission_statement', id, { new_value: { rows: rows.length } });
  async function* written() {
    yield csvHeader(HEADER);
    for (let start = 0; start < rows.length; start += BATCH) {
      const batch = await toRows(ctx, statement, rows.slice(start, start + BATCH), lines);
      yield batch.map(toCsv).join('');
    }
  }
  return { name: `commissions ${statement.month}.csv`, lines: written() };
}

function toCsv({
  policy,
  lines,
  result,
  expected_cents,
  paid_cents,
  resolved,
}: Awaited<ReturnType<typeof toRows>>[number]) {
  const [line] = lines;
  return csvRow([
    COMMISSION_RESULT_LABELS[result],
    policy?.client_name ?? line?.name ?? '',
    policy?.carrier ?? '',
    policy?.plan_name ?? '',
    policy?.policy_number ?? line?.number ?? '',
    lines.map(({ row_number }) => row_number).join(' '),
    csvDollars(expected_cents),
    csvDollars(paid_cents),
    csvDollars(expected_cents === null ? null : paid_cents - expected_cents),
    resolved?.agent_name ?? '',
    resolved?.note ?? '',
  ]);
}
