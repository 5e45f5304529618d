import type { QueryOf, ReplyOf } from '@ledgerline/contract/endpoint';
import type {
  listRecents as listEndpoint,
  SearchRow,
  searchEverything as searchEndpoint,
} from '@ledgerline/contract/search/endpoints';
import { SEARCH_ROWS, type SearchKind } from '@ledgerline/contract/search/kinds';
import { type AgentActor, brokerageDay, type Context } from '#platform/context.ts';
import { canOpenForms, kindsFor } from './policy.ts';
import { clientRow, itemRow } from './presenter.ts';
import * as queries from './queries.ts';
import { parseItems, parseSearchTerms, type SearchTerms } from './rules.ts';

type Ctx = Context<AgentActor>;

/** One more than is shown, to know whether there are more: nothing is counted. */
const LIMIT = SEARCH_ROWS + 1;

const viewOf = ({ actor, deps }: Ctx): queries.View => ({
  time_zone: deps.config.TIME_ZONE,
  withVisitors: canOpenForms(actor),
});

/** The rows that contain a text, by kind (decision 052): first the clients, then all other kinds at once. */
export async function searchEverything(
  ctx: Ctx,
  { q }: QueryOf<typeof searchEndpoint>,
): Promise<ReplyOf<typeof searchEndpoint>> {
  const requested = parseSearchTerms(q);
  const kinds = kindsFor(ctx.actor);
  const found = requested ? await rowsOf(ctx, kinds, requested) : kinds.map((kind) => ({ kind, rows: [] }));
  return {
    success: true,
    sections: found.map(({ kind, rows }) => ({
      kind,
      rows: rows.slice(0, SEARCH_ROWS),
      has_more: rows.length > SEARCH_ROWS,
    })),
  };
}

async function rowsOf(
  ctx: Ctx,
  kinds: readonly SearchKind[],
  requested: SearchTerms,
): Promise<{ kind: SearchKind; rows: SearchRow[] }[]> {
  const clients = await queries.findClients(ctx.db, requested, LIMIT);
  // If few clients match, their items are included; with many matches the result would be too broad.
  const theirs = clients.length > SEARCH_ROWS ? [] : clients.map(({ id }) => id);
  const view = { ...viewOf(ctx), clients: theirs, most: LIMIT };
  const today = brokerageDay(ctx.deps);
  return Promise.all(
    kinds.map(async (kind) => {
      if (kind === 'client') return { kind, rows: clients.map(clientRow) };
      const items = await queries.findItems(ctx.db, kind, requested, view);
      return { kind, rows: items.map((item) => itemRow(kind, item, today)) };
    }),
  );
}

/** Returns the current names, without items that were deleted or that the agent may not see. */
export async function listRecents(
  ctx: Ctx,
  { things }: QueryOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const requested = parseItems(things);
  const today = brokerageDay(ctx.deps);
  const named = await Promise.all(
    kindsFor(ctx.actor).map(async (kind) => {
      const ids = requested.filter((item) => item.kind === kind).map(({ id }) => id);
      if (ids.length === 0) return [];
      const rows =
        kind === 'client'
          ? (await queries.listClientsById(ctx.db, ids)).map(clientRow)
          : (await queries.listItemsById(ctx.db, kind, ids, viewOf(ctx))).map((one) =>
              itemRow(kind, one, today),
            );
      return rows.map((row) => ({ ...row, kind }));
    }),
  );
  const rows = requested.flatMap(({ kind, id }) =>
    named.flat().filter((row) => row.kind === kind && row.id === id),
  );
  return { success: true, rows };
}
