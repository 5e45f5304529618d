import type {
  BulkActionInput,
  OperationKind,
  OperationParams,
  OperationSample,
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

/**
 * One kind of bulk action with its parameters. Each function processes a few records in the caller's transaction and returns
 * a value for each; a record without one no longer exists, or is not visible.
 */
export interface BulkAction {
  /** Records per transaction: fewer if each takes long, so that other requests are served in between. */
  batchSize: number;
  /** Each change emails a client: at the pace of the settings. */
  isEmail?: true;
  /** Throws if the action itself is invalid, before anything is stored. */
  check(ctx: Ctx): Promise<void>;
  /** What would happen: null for a record that would change, else why it would not. */
  plan(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Outcome | null>>;
  /** Values before and after, for a few records that would change. */
  preview(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Values>>;
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
