import {
  type BulkActionInput,
  createOperation,
  getOperation,
  type Operation,
  runOperation,
  type Selection,
  undoOperation,
} from '@ledgerline/contract/bulk-actions/endpoints';
import type { Caller } from './test-app.ts';

/** Waits until no job works on the bulk action; returns its state. */
export async function settledOperation(caller: Caller, id: number): Promise<Operation> {
  for (;;) {
    const { body } = await caller.call(getOperation, { params: { id } });
    if (!['running', 'undoing'].includes(body.data.state)) return body.data;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function prepare(caller: Caller, action: BulkActionInput, selection: Selection) {
  return caller.call(createOperation, { body: { action, selection } });
}

/** Previews and runs a bulk action. */
export async function runBulk(
  caller: Caller,
  action: BulkActionInput,
  selection: Selection,
): Promise<Operation> {
  const { body } = await prepare(caller, action, selection);
  await caller.call(runOperation, { params: { id: body.id } });
  return settledOperation(caller, body.id);
}

export async function undoBulk(caller: Caller, id: number): Promise<Operation> {
  await caller.call(undoOperation, { params: { id } });
  return settledOperation(caller, id);
}
