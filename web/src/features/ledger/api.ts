import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import * as endpoints from '@ledgerline/contract/clients/endpoints';
import type { FieldValue } from '@ledgerline/contract/clients/field-values';
import type { FieldName } from '@ledgerline/contract/clients/fields/catalog';
import type {
  ClientRecord,
  SavedClient,
  StatusCounts,
  ValueWarnings,
} from '@ledgerline/contract/clients/schemas';
import type { BodyInput, ReplyOf } from '@ledgerline/contract/endpoint';
import {
  exportLedger,
  getLedgerIndex,
  getLedgerRows,
  type LedgerView,
  saveLedgerCells,
} from '@ledgerline/contract/ledger/endpoints';
import { MAX_FILTER_LENGTH } from '@ledgerline/contract/rules/filters';
import { useQuery } from '@tanstack/react-query';
import { warnAboutNumbers } from '../../domain/clients/conflicts.ts';
import { fetchLikelyClients, type Identity } from '../../domain/clients/fetch-likely-clients.ts';
import { api, fetchFile } from '../../lib/api.ts';
import { withReason } from '../../lib/reveal-reason.ts';
import type { Row } from './store/row-store.ts';

type SaveCellsBody = BodyInput<typeof saveLedgerCells>;
export type SaveCellsReply = ReplyOf<typeof saveLedgerCells>;

/** The agent confirmed a number that is incomplete or has a wrong check digit. */
export interface Confirmation {
  confirm_numbers?: true;
}

interface CellOptions extends Confirmation {
  seen?: FieldValue;
}

interface RowOptions extends Confirmation {
  idempotencyKey: string;
}

/** Every call the ledger makes. */
export interface LedgerCalls {
  fetchIndex(view: LedgerView, signal?: AbortSignal): Promise<number[]>;
  /** Rows for the ids that still exist, limited to these fields if given, in catalog order. */
  fetchRows(ids: readonly number[], fields?: readonly FieldName[], signal?: AbortSignal): Promise<Row[]>;
  saveCell(id: number, field: FieldName, value: FieldValue, options?: CellOptions): Promise<SavedClient>;
  /** Idempotent: the same cell under the same key creates one client. */
  createRow(field: FieldName, value: FieldValue, options: RowOptions): Promise<ClientRecord>;
  /** Clients who may be the person in a new row; none if they cannot be loaded. */
  findLikely(identity: Identity, except?: number): Promise<LikelyClient[]>;
  /** Idempotent: the same body under the same key is saved once. */
  saveCells(body: SaveCellsBody, idempotencyKey: string): Promise<SaveCellsReply>;
}

export const ledgerCalls: LedgerCalls = {
  fetchIndex: async (view, signal) =>
    (
      await api(getLedgerIndex, {
        query: { ...view, ...sentFilter(view.filter) },
        ...(signal ? { signal } : {}),
      })
    ).ids,
  async fetchRows(ids, fields, signal) {
    const query = { ids: ids.join(','), ...(fields ? { fields: fields.join(',') } : {}) };
    return (await api(getLedgerRows, { query, ...(signal ? { signal } : {}) })).rows;
  },
  async saveCell(id, field, value, { seen, ...confirmed } = {}) {
    const was = seen === undefined ? {} : { was: { [field]: seen } };
    const body = { [field]: value, ...was, ...confirmed };
    return withWarnings(await api(endpoints.updateClient, { params: { id }, body })).data;
  },
  async createRow(field, value, { idempotencyKey, ...confirmed }) {
    const body = { [field]: value, ...confirmed };
    return withWarnings(await api(endpoints.createClient, { body, idempotencyKey })).data;
  },
  findLikely: fetchLikelyClients,
  saveCells: async (body, idempotencyKey) =>
    withWarnings(await api(saveLedgerCells, { body, idempotencyKey })),
};

function withWarnings<Reply extends { warnings?: ValueWarnings }>(reply: Reply): Reply {
  warnAboutNumbers(reply.warnings);
  return reply;
}

export function revealSecret(id: number, field: FieldName): Promise<string> {
  return withReason(
    async (reason) =>
      (await api(endpoints.revealClientField, { params: { id }, body: { field, reason } })).value ?? '',
  );
}

export function fetchExport(view: LedgerView, columns: readonly FieldName[]): Promise<Blob> {
  return fetchFile(exportLedger, { body: { ...view, columns: [...columns] } });
}

/** Client count per status; follows the owner and the filter, not the search. */
export function useStatusCounts({ owner, filter }: LedgerView): StatusCounts | undefined {
  const { data } = useQuery({
    queryKey: ['clients', 'ledger-counts', owner ?? null, filter ?? null],
    queryFn: async () => {
      const query = { page: 1, page_size: 1, ...(owner ? { owner } : {}), ...sentFilter(filter) };
      return (await api(endpoints.listClients, { query })).counts;
    },
  });
  return data;
}

/** A filter of a view for a request; the server rejects one that is too long. */
const sentFilter = (filter: string | undefined) =>
  filter ? { filter: filter.slice(0, MAX_FILTER_LENGTH + 1) } : {};
