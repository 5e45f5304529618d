import type {
  BulkActionInput,
  OperationKind,
  OperationParams,
  OperationSample,
  Selection,
} from '@ledgerline/contract/bulk-actions/endpoints';
import type { Operations } from '#features/records/clients/restoring/rules.ts';
import type { AgentActor, Context } from '#platform/context.ts';

/** An agent's context: within a request, or in the job that acts in the agent's name. */
export type Ctx = Context<AgentActor>;

/** What happened to a record; `result` is what its undo needs. */
export interface Outcome {
  state: 'changed' | 'skipped' | 'rejected';
  reason?: string;
  result?: Record<string, unknown>;
}

/** A record that was changed, for its undo. */
interface ChangedItem {
  record_id: number;
  result: Record<string, unknown> | null;
}

type Values = Omit<OperationSample[number], 'record_id' | 'label'>;

/** Records other than clients, each of which belongs to a client. */
export interface OtherRecords {
  /** Their name in error messages. */
  noun: string;
  /** Where a selection names all of a list. */
  all: 'all_invoices';
  /** The selected ids in order, at most `limit`. */
  select(ctx: Ctx, selection: Selection, limit: number): Promise<number[]>;
  /** The client and the name in lists of each record that exists and is visible. */
  find(ctx: Ctx, ids: readonly number[]): Promise<Map<number, { client_id: number; label: string }>>;
  /** Their total balance due, in cents. */
  balance(ctx: Ctx, ids: readonly number[]): Promise<number>;
}

/**
 * One kind of bulk action with its parameters. Each function processes a few records in the caller's transaction and returns
 * a value for each; a record without one no longer exists, or is not visible.
 */
export interface BulkAction {
  /** Records per transaction: fewer if each takes long, so that other requests are served in between. */
  batchSize: number;
  /** Absent for clients. */
  records?: OtherRecords;
  /** Starting it needs recent re-authentication. */
  needsReauthentication?: true;
  /** Each change emails a client: at the pace of the settings. */
  isEmail?: true;
  /** Throws if the action itself is invalid, before anything is stored. */
  check(ctx: Ctx): Promise<void>;
  /** What would happen: null for a record that would change, else why it would not. */
  plan(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Outcome | null>>;
  /** Values before and after, for a few records that would change. */
  preview(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Values>>;
  /**
   * What one record needs of another service before `run`, with no transaction open. Repeated after a crash: safe to repeat. If it
   * fails, the record is rejected; if the service is unavailable, the record stays pending and is prepared again later.
   */
  prepare?(ctx: Ctx, id: number): Promise<'ready' | 'unavailable'>;
  /** The service that `prepare` calls for each record, if there are several. */
  servicesOf?(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>>;
  run(ctx: Ctx, ids: readonly number[], operation: string): Promise<Map<number, Outcome>>;
  /** Why each record keeps its present state, or null where it was undone. Absent for what cannot be undone. */
  undo?(ctx: Ctx, items: readonly ChangedItem[], operations: Operations): Promise<Map<number, string | null>>;
}

/** Every kind of bulk action; those of higher modules are passed in by the app. */
export type BulkActions = { [Kind in OperationKind]: (params: OperationParams[Kind]) => BulkAction };

export function actionOf<Kind extends OperationKind>(
  actions: BulkActions,
  { kind, params }: BulkActionInput<Kind>,
): BulkAction {
  return actions[kind](params);
}
