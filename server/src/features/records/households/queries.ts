import type { Relation } from '@ledgerline/contract/rules/households';
import { clientName } from '#features/records/clients/service.ts';
import type { Database } from '#platform/database/database.ts';

interface LinkedClient {
  client_id: number;
  name: string;
  relation: Relation;
  /** The relation is that of this client to the linked one. */
  is_inverse: boolean;
}

/** The clients linked to a client, each once, the oldest link first. */
export function listLinked(db: Database, clientId: number): Promise<LinkedClient[]> {
  return db.query(
    `select l.client_id, l.relation, l.is_inverse,
            ${clientName('c')} as name
       from (select distinct on (client_id) *
               from (select id, relative_id as client_id, relation, false as is_inverse from client_links where client_id = $1
                     union all select id, client_id, relation, true from client_links where relative_id = $1) both_ways
              where client_id <> $1 order by client_id, id) l
       join clients c on c.id = l.client_id
      order by l.id`,
    [clientId],
  );
}
