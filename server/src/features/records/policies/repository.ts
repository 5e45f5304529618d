import type { CommissionRate } from '@ledgerline/contract/rules/commissions';
import { and, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { Database } from '#platform/database/database.ts';
import { first, stored } from '#platform/database/rows.ts';
import { importedPolicies, policies, policyCommissions, policyDocuments, policyPeople } from './schema.ts';

const { search_text: _, ...COLUMNS } = getTableColumns(policies);

export type PolicyRow = Omit<typeof policies.$inferSelect, 'search_text'>;
export type NewPolicy = Omit<typeof policies.$inferInsert, 'id' | 'search_text'>;

export function insertPolicy(db: Database, row: NewPolicy): Promise<PolicyRow> {
  return stored(db.orm.insert(policies).values(row).returning(COLUMNS));
}

/** The row, locked until the transaction ends. */
export function lockPolicy(db: Database, id: number): Promise<PolicyRow | undefined> {
  return first(db.orm.select(COLUMNS).from(policies).where(eq(policies.id, id)).for('update'));
}

export async function changePolicy(db: Database, id: number, changes: Partial<NewPolicy>): Promise<void> {
  await db.orm.update(policies).set(changes).where(eq(policies.id, id));
}

export async function removePolicy(db: Database, id: number): Promise<void> {
  await db.orm.delete(policies).where(eq(policies.id, id));
}

/** Clears the reference to this policy in the policies whose next term it was. */
export async function forgetNext(db: Database, id: number): Promise<void> {
  await db.orm.update(policies).set({ next_policy_id: null }).where(eq(policies.next_policy_id, id));
}

export async function addCovered(
  db: Database,
  policy_id: number,
  clientIds: readonly number[],
): Promise<void> {
  if (clientIds.length === 0) return;
  await db.orm.insert(policyPeople).values(clientIds.map((client_id) => ({ policy_id, client_id })));
}

/** Only of these clients: others may be hidden from the agent. */
export async function removeCovered(
  db: Database,
  policy_id: number,
  clientIds: readonly number[],
): Promise<void> {
  if (clientIds.length === 0) return;
  await db.orm
    .delete(policyPeople)
    .where(and(eq(policyPeople.policy_id, policy_id), inArray(policyPeople.client_id, [...clientIds])));
}

type Imported = typeof importedPolicies.$inferSelect;

export async function recordImported(db: Database, row: Imported): Promise<void> {
  await db.orm.insert(importedPolicies).values(row);
}

/** What a row of a file did. */
export function findImported(db: Database, rowId: number): Promise<Imported | undefined> {
  return first(db.orm.select().from(importedPolicies).where(eq(importedPolicies.import_row_id, rowId)));
}

/** Called after a revert has changed the policy: the earlier import row can be reverted next, unless someone saved in between. */
export async function renewImported(
  db: Database,
  { policy_id, seen_at }: Imported,
  saved_at: Date,
): Promise<void> {
  if (seen_at === null) return;
  await db.orm
    .update(importedPolicies)
    .set({ saved_at })
    .where(and(eq(importedPolicies.policy_id, policy_id), eq(importedPolicies.saved_at, seen_at)));
}

/** Adds and removes documents of a policy. */
export async function changeDocuments(
  db: Database,
  policy_id: number,
  { added, removed }: { added: readonly number[]; removed: readonly number[] },
): Promise<void> {
  const rows = added.map((document_id) => ({ policy_id, document_id }));
  if (rows.length > 0) await db.orm.insert(policyDocuments).values(rows);
  if (removed.length > 0)
    await db.orm
      .delete(policyDocuments)
      .where(
        and(eq(policyDocuments.policy_id, policy_id), inArray(policyDocuments.document_id, [...removed])),
      );
}

export function findOwnRate(db: Database, policyId: number): Promise<CommissionRate | undefined> {
  return first(
    db.query<CommissionRate>('select basis, amount from policy_commissions where policy_id = $1', [policyId]),
  );
}

export async function setOwnRate(db: Database, row: typeof policyCommissions.$inferInsert): Promise<void> {
  await db.orm
    .insert(policyCommissions)
    .values(row)
    .onConflictDoUpdate({ target: policyCommissions.policy_id, set: row });
}

export async function removeOwnRate(db: Database, policyId: number): Promise<void> {
  await db.orm.delete(policyCommissions).where(eq(policyCommissions.policy_id, policyId));
}

/** The rate of a policy itself also applies to its next term. */
export async function copyCommission(db: Database, id: number, nextId: number): Promise<void> {
  await db.query(
    `insert into policy_commissions (policy_id, basis, amount, changed_by, changed_at)
     select $2, basis, amount, changed_by, changed_at from policy_commissions where policy_id = $1`,
    [id, nextId],
  );
}
