import type * as endpoints from '@ledgerline/contract/commissions/endpoints';
import { STATEMENT_PAGE_SIZE, type StatementView } from '@ledgerline/contract/commissions/endpoints';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { expectedCommission } from '@ledgerline/contract/rules/commissions';
import { findByNumbers, numberKeyOf } from '#features/records/policies/find-same-number.ts';
import { auditAction } from '#platform/audit/audit.ts';
import type { AgentActor, Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { seenAgentOfRecord } from '../policy.ts';
import { listRates } from '../repository.ts';
import { publish, rateOf } from '../service.ts';
import { findStatement } from '../statements/import-statement.ts';
import { contentOf } from '../statements/line-content.ts';
import type { LineRow, StatementRow } from '../statements/repository.ts';
import * as queries from './queries.ts';
import * as repository from './repository.ts';
import { type ComparedRow, compareStatement } from './rules.ts';

type Ctx = Context<AgentActor>;
type Reply = ReplyOf<typeof endpoints.getCommissionStatement>;

export interface Row extends ComparedRow {
  resolution: repository.ResolutionRow | null;
}

export async function listCommissionStatements(
  ctx: Ctx,
): Promise<ReplyOf<typeof endpoints.listCommissionStatements>> {
  const agent = seenAgentOfRecord(ctx.actor);
  const rows = await queries.listStatements(ctx.db, agent, null);
  return { success: true, statements: rows.map((row) => toStatement(row, agent)) };
}

/** Only owners get the file name and the total of all agents. */
function toStatement(row: queries.ListedStatement, agent: number | null) {
  const { id, carrier, month, agent_name, line_count, total_cents } = row;
  const all = agent === null;
  return {
    ...{ id, carrier, month, agent_name, line_count, total_cents: Number(total_cents) },
    created_at: row.created_at.toISOString(),
    file_name: all ? row.file_name : '',
    stated_total_cents: all ? row.stated_total_cents : null,
  };
}

/** Every row of a statement that the agent may see. Computed from the present policies and rates. */
export async function compare(
  ctx: Ctx,
  statement: StatementRow,
): Promise<{ rows: Row[]; lines: Map<number, LineRow> }> {
  const agent = seenAgentOfRecord(ctx.actor);
  const { db } = ctx;
  const lines = await queries.listLines(db, statement.id, agent);
  const policies = await queries.listPolicies(db, statement, agent);
  const rates = await listRates(db, statement.carrier);
  const expectedIn = (policy: queries.ComparedPolicy, month: string) =>
    expectedCommission(policy, month, rateOf(policy, rates, month));
  const usualMonth = await queries.findUsualMonth(db, statement);
  const { month } = statement;
  const rows = compareStatement({ month, usualMonth, policies, lines }, expectedIn);
  const resolutions = await repository.listResolutions(db, statement.id);
  const keyOf = (policy: number | null, line: number | undefined | null) =>
    policy === null ? `line ${line}` : `policy ${policy}`;
  const byKey = new Map(resolutions.map((one) => [keyOf(one.policy_id, one.line_id), one]));
  return {
    rows: rows.map((row) => ({
      ...row,
      resolution: sameAmounts(row, byKey.get(keyOf(row.policy_id, row.line_ids[0]))),
    })),
    lines: new Map(lines.map((line) => [line.id, line])),
  };
}

/** If the amounts have changed, it is a new difference. */
function sameAmounts(
  row: ComparedRow,
  resolution: repository.ResolutionRow | undefined,
): repository.ResolutionRow | null {
  const isSame =
    resolution?.expected_cents === row.expected_cents && resolution?.paid_cents === row.paid_cents;
  return resolution && isSame ? resolution : null;
}

/** The statement, if the agent may see any of its policies. */
export async function findVisible(ctx: Ctx, id: number): Promise<queries.ListedStatement> {
  const [statement] = await queries.listStatements(ctx.db, seenAgentOfRecord(ctx.actor), id);
  if (!statement) throw new AppError('not_found', { message: 'Statement not found.' });
  return statement;
}

function countViews(rows: readonly Row[]): Reply['counts'] {
  const counts: Partial<Reply['counts']> = {};
  for (const row of rows) counts[viewOf(row)] = (counts[viewOf(row)] ?? 0) + 1;
  return counts;
}

const sumPaid = (rows: readonly Row[]): number => rows.reduce((sum, { paid_cents }) => sum + paid_cents, 0);

const viewOf = ({ result, resolution }: Row): StatementView => (resolution ? 'resolved' : result);

export async function getCommissionStatement(
  ctx: Ctx,
  id: number,
  { view, page }: QueryOf<typeof endpoints.getCommissionStatement>,
): Promise<Reply> {
  const statement = await findVisible(ctx, id);
  const { rows, lines } = await compare(ctx, statement);
  const counts = countViews(rows);
  const shown = view ? rows.filter((row) => viewOf(row) === view) : rows;
  const notKnown = rows.filter(({ expected_cents }) => expected_cents === null);
  const start = (page - 1) * STATEMENT_PAGE_SIZE;
  return {
    success: true,
    statement: toStatement(statement, seenAgentOfRecord(ctx.actor)),
    expected_cents: rows.reduce((sum, { expected_cents }) => sum + (expected_cents ?? 0), 0),
    not_known: { rows: notKnown.length, paid_cents: sumPaid(notKnown) },
    counts,
    rows: await toRows(ctx, statement, shown.slice(start, start + STATEMENT_PAGE_SIZE), lines),
    total: shown.length,
  };
}

/** Rows with what is shown of their policies; the numbers of lines without one are decrypted. */
export async function toRows(
  ctx: Ctx,
  { carrier }: StatementRow,
  rows: readonly Row[],
  lines: ReadonlyMap<number, LineRow>,
): Promise<Reply['rows']> {
  const ofRow = ({ line_ids }: Row) => line_ids.flatMap((id) => lines.get(id) ?? []);
  const numberOf = (line: LineRow) => ({ carrier, policy_number: contentOf(ctx.deps, line).number });
  const ambiguous = rows.filter(({ result }) => result === 'ambiguous').flatMap(ofRow);
  const found = await findByNumbers(ctx, ambiguous.map(numberOf));
  const candidateIds = (line: LineRow) => (found.get(numberKeyOf(numberOf(line))) ?? []).map(({ id }) => id);
  const ids = [...rows.flatMap(({ policy_id }) => policy_id ?? []), ...ambiguous.flatMap(candidateIds)];
  const stated = await queries.findStated(ctx.db, ids);
  return rows.map((row) => {
    const { policy_id, result, expected_cents, paid_cents, resolution } = row;
    const ofThis = ofRow(row);
    const candidates = result === 'ambiguous' ? ofThis.flatMap(candidateIds) : [];
    return {
      kind: policy_id === null ? ('line' as const) : ('policy' as const),
      id: policy_id ?? row.line_ids[0] ?? 0,
      policy: stated.get(policy_id ?? 0) ?? null,
      lines: ofThis.map((line) => toLine(ctx, line)),
      ...{ result, expected_cents, paid_cents },
      candidates: candidates.flatMap((id) => stated.get(id) ?? []),
      resolved: resolution && toResolved(resolution),
    };
  });
}

function toLine(ctx: Ctx, line: LineRow) {
  const { id, row_number, amount_cents, period, paid_on } = line;
  return { id, row_number, amount_cents, period, paid_on, ...contentOf(ctx.deps, line) };
}

const toResolved = ({ note, agent_name, created_at }: repository.ResolutionRow) => ({
  ...{ note, agent_name, created_at: created_at.toISOString() },
});

export async function resolveCommissionDifference(
  ctx: Ctx,
  statement_id: number,
  {
    policy_id,
    line_id,
    note,
    expected_cents,
    paid_cents,
  }: BodyOf<typeof endpoints.resolveCommissionDifference>,
): Promise<{ success: true; message: string }> {
  const statement = await findStatement(ctx, statement_id);
  const { rows } = await compare(ctx, statement);
  const row = rows.find((each) =>
    policy_id === null
      ? each.policy_id === null && each.line_ids[0] === line_id
      : each.policy_id === policy_id,
  );
  if (!row || row.expected_cents !== expected_cents || row.paid_cents !== paid_cents)
    throw new AppError('conflict', {
      message: 'The amounts of this row have changed. Check them and try again.',
    });
  const of = { statement_id, policy_id, line_id };
  if (note === null) await repository.removeResolution(ctx.db, of);
  else {
    const by = { agent_name: ctx.actor.name, created_at: ctx.deps.clock.now() };
    await repository.saveResolution(ctx.db, { ...of, expected_cents, paid_cents, note, ...by });
  }
  const new_value = { policy: policy_id, line: line_id, is_resolved: note !== null };
  await auditAction(ctx, 'updated', 'commission_statement', statement_id, { field: 'difference', new_value });
  await publish(ctx);
  return { success: true, message: note === null ? 'Difference reopened.' : 'Difference resolved.' };
}
