import { CARRIER_COLUMNS, PLAN_COLUMNS } from '@ledgerline/contract/policies/client-columns/columns';
import { clientName } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';
import type { PolicyRow } from '../repository.ts';
import type { Columns } from './rules.ts';

const PAGE = 1000;
const MAX_CARRIERS = 300;

const SOURCES = [
  ...PLAN_COLUMNS.flatMap(({ name, premium }) => [name, premium ?? []].flat()),
  ...CARRIER_COLUMNS.map(({ name }) => name),
].map((name) => `c.${name}`);
const AGENTS = PLAN_COLUMNS.flatMap(({ agent }) => (agent === null ? [] : [`c.${agent}`]));

export interface ClientColumns extends Columns {
  id: number;
  client_first_name: string | null;
  client_last_name: string | null;
  name: string;
}

/** Clients with a plan or a premium, page by page. */
export async function* readClientColumns(db: Database): AsyncGenerator<ClientColumns[]> {
  for (let after = 0; ; ) {
    const page = await db.query<ClientColumns>(
      `select c.id, c.status, c.client_first_name, c.client_last_name, ${clientName('c')} as name, ${[...SOURCES, ...AGENTS].join(', ')}
         from clients c where c.id > $1 and num_nonnulls(${SOURCES.join(', ')}) > 0 order by c.id limit ${PAGE}`,
      [after],
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

export type PolicyName = Pick<PolicyRow, 'carrier' | 'plan_name'>;

/** What the policies of these clients are called. */
export async function policyNames(
  db: Database,
  clients: readonly Pick<ClientColumns, 'id'>[],
): Promise<ReadonlyMap<number, PolicyName[]>> {
  const rows = await db.query<PolicyName & { client_id: number }>(
    'select client_id, carrier, plan_name from policies where client_id = any($1::bigint[])',
    [clients.map(({ id }) => id)],
  );
  return Map.groupBy(rows, ({ client_id }) => Number(client_id));
}

/** The carriers of existing policies, the most frequent first. */
export async function usedCarriers(db: Database): Promise<string[]> {
  const rows = await db.arrays(
    `select carrier from policies group by carrier order by count(*) desc, carrier limit ${MAX_CARRIERS}`,
    [],
  );
  return rows.map(([carrier]) => String(carrier));
}
