import type * as endpoints from '@ledgerline/contract/commissions/endpoints';
import type { BodyOf, QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import { dateDisplay } from '@ledgerline/contract/rules';
import { STATEMENT_COLUMNS } from '@ledgerline/contract/rules/commissions';
import { policyNumberKey } from '@ledgerline/contract/rules/policies';
import { lockPolicy } from '#features/records/policies/service.ts';
import { auditAction } from '#platform/audit/audit.ts';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import { publish } from '../service.ts';
import { contentOf, encryptContent } from './line-content.ts';
import { matchLines } from './match-lines.ts';
import type { StatementLine } from './read-lines.ts';
import type { ReadStatement } from './read-statement.ts';
import * as repository from './repository.ts';

type Ctx = Context<AgentActor>;
type Chosen = QueryOf<typeof endpoints.importCommissionStatement>;

const INSERT_BATCH = 1000;

/** Stores a statement with all its lines, or nothing. Returns its id. */
export async function importStatement(
  ctx: Ctx,
  { carrier, month, sheet }: Chosen,
  { file_name, file_hash, headers, columns, content }: ReadStatement,
): Promise<number> {
  const { problems, lines, stated_total_cents, total_cents } = content;
  if (problems.length > 0) throw new AppError('validation_failed', { message: problems.join(' ') });
  const lines_hash = hashOf(ctx, lines);
  const row = await repository.insertStatement(ctx.db, {
    ...{ carrier, month, file_name, file_hash, sheet, lines_hash, stated_total_cents },
    ...{ agent_id: ctx.actor.id, agent_name: ctx.actor.name, created_at: ctx.deps.clock.now() },
  });
  if (!row) throw await alreadyImported(ctx, { carrier, month, file_hash, sheet, lines_hash });
  await storeLines(ctx, row, lines);
  const names = STATEMENT_COLUMNS.flatMap((field) => {
    const column = columns[field];
    return column === null ? [] : [[field, headers[column] ?? ''] as const];
  });
  await repository.rememberColumns(ctx.db, row.carrier_key, Object.fromEntries(names));
  const summary = { carrier, month, lines: lines.length, total_cents };
  await auditAction(ctx, 'created', 'commission_statement', row.id, { new_value: summary });
  await publish(ctx);
  return row.id;
}

/** Equal for the same lines in any order; the row numbers do not matter. */
const hashOf = ({ deps }: Ctx, lines: readonly StatementLine[]): string =>
  deps.tokens.fingerprint(JSON.stringify(lines.map(keyOf).sort()));

const keyOf = ({ number, name, amount_cents, period, paid_on }: StatementLine): string =>
  JSON.stringify([policyNumberKey(number), name.toLowerCase(), amount_cents, period, paid_on]);

async function alreadyImported(ctx: Ctx, row: Parameters<typeof repository.findSame>[1]): Promise<AppError> {
  const same = await repository.findSame(ctx.db, row);
  if (!same)
    return new AppError('conflict', { message: 'This statement was just imported or deleted. Try again.' });
  const isSheet = same.file_hash === row.file_hash && same.sheet === row.sheet;
  const what = isSheet ? 'This file' : 'A statement with the same lines';
  const day = dateDisplay(brokerageDay(ctx.deps, same.created_at));
  const of = `${same.carrier}, ${same.month.slice(5)}/${same.month.slice(0, 4)}`;
  return new AppError('conflict', {
    message: `${what} was already imported by ${same.agent_name} on ${day} (${of}). Nothing was imported.`,
    details: { id: same.id },
  });
}

async function storeLines(
  ctx: Ctx,
  statement: repository.StatementRow,
  lines: readonly StatementLine[],
): Promise<void> {
  const matches = await matchLines(ctx, statement, lines);
  const seen = new Set<string>();
  for (let start = 0; start < lines.length; start += INSERT_BATCH) {
    const batch = lines.slice(start, start + INSERT_BATCH);
    const rows = batch.map((line, position) => {
      const { row_number, amount_cents, period, paid_on } = line;
      const match = matches[start + position] ?? { policy_id: null, is_ambiguous: false };
      const key = keyOf(line);
      const is_duplicate = seen.has(key);
      seen.add(key);
      return {
        statement_id: statement.id,
        row_number,
        amount_cents,
        period,
        paid_on,
        is_duplicate,
        ...match,
      };
    });
    const ids = await repository.insertLines(ctx.db, rows);
    const contents = ids.flatMap((id, position) => {
      const line = batch[position];
      if (!line || rows[position]?.policy_id) return [];
      return [{ id, text: encryptContent(ctx.deps, id, line) }];
    });
    await repository.setContent(ctx.db, contents);
  }
}

export async function rematchCommissionStatement(
  ctx: Ctx,
  id: number,
): Promise<ReplyOf<typeof endpoints.rematchCommissionStatement>> {
  const statement = await findStatement(ctx, id);
  const rows = await repository.lockUnmatched(ctx.db, id);
  const lines = rows.map((row) => ({ ...contentOf(ctx.deps, row), period: row.period }));
  const found = await matchLines(ctx, statement, lines);
  const matches = rows.flatMap((row, position) => {
    const match = found[position];
    return match ? [{ id: row.id, ...match }] : [];
  });
  await repository.setMatches(ctx.db, matches);
  const matched = matches.filter(({ policy_id }) => policy_id !== null).length;
  await auditAction(ctx, 'updated', 'commission_statement', id, { field: 'matches', new_value: matched });
  await publish(ctx);
  return { success: true, matched };
}

export async function matchCommissionLine(
  ctx: Ctx,
  id: number,
  { policy_id }: BodyOf<typeof endpoints.matchCommissionLine>,
): Promise<{ success: true; message: string }> {
  const line = await repository.lockLine(ctx.db, id);
  if (!line)
    throw new AppError('not_found', { message: 'This line no longer exists. Reload the statement.' });
  const policy = await lockPolicy(ctx, policy_id);
  await repository.setMatches(ctx.db, [{ id, policy_id, is_ambiguous: false }]);
  await auditAction(ctx, 'updated', 'commission_statement', line.statement_id, {
    ...{ field: 'line', old_value: { row: line.row_number, policy: line.policy_id } },
    ...{ new_value: { row: line.row_number, policy: policy.id } },
  });
  await publish(ctx);
  return { success: true, message: 'Line matched.' };
}

export async function deleteCommissionStatement(
  ctx: Ctx,
  id: number,
): Promise<{ success: true; message: string }> {
  const { carrier, month, file_name } = await findStatement(ctx, id);
  await repository.removeStatement(ctx.db, id);
  const old_value = { carrier, month, file_name };
  await auditAction(ctx, 'deleted', 'commission_statement', id, { old_value });
  await publish(ctx);
  return { success: true, message: 'Statement deleted.' };
}

export async function findStatement(ctx: Ctx, id: number): Promise<repository.StatementRow> {
  const row = await repository.findStatement(ctx.db, id);
  if (!row) throw new AppError('not_found', { message: 'Statement not found.' });
  return row;
}
