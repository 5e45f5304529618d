import type { LikelyClient } from '@ledgerline/contract/clients/duplicates/endpoints';
import { FIELD_NAMES, type FieldName } from '@ledgerline/contract/clients/fields/catalog';
import { vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import type { LedgerCalls, SaveCellsReply } from '../api.ts';
import { LedgerSession } from '../store/ledger-session.ts';
import type { Row } from '../store/row-store.ts';

export const IDS = [1, 2];

/** A pending call: the server processes it at some point, and its response or failure arrives later. */
interface Call {
  isRead: boolean;
  handle: () => void;
  answer: () => void;
  disconnect: () => void;
  isHandled: boolean;
  /** The server stored a different value than submitted, known only from the response. */
  isCleaned: boolean;
}

/** Flushes all pending promises. */
export async function settleTasks(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** A fake server with two clients that strips exclamation marks from values, as note sanitizing does. */
export class FakeServer {
  readonly stored = new Map<string, string>();
  readonly open: Call[] = [];
  readonly conflicts: string[] = [];
  readonly #answers = new Map<string, { input: string; answer: unknown }>();
  /** Existing clients who may be the person in a new row. */
  likely: LikelyClient[] = [];
  /** Number of created clients. */
  created = 0;

  read(id: number, field: string): string {
    return this.stored.get(`${id}:${field}`) ?? '';
  }

  row(id: number, fields: readonly FieldName[] = FIELD_NAMES): Row {
    return [id, ...fields.map((name) => (name === 'status' ? 'new' : this.read(id, name)))];
  }

  call<T>(work: () => T, isRead = false): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let outcome: (() => void) | null = null;
    const call: Call = {
      isRead,
      isHandled: false,
      isCleaned: false,
      handle() {
        call.isHandled = true;
        try {
          const answer = work();
          outcome = () => resolve(answer);
        } catch (error) {
          outcome = () => reject(error);
        }
      },
      answer: () => {
        this.open.splice(this.open.indexOf(call), 1);
        outcome?.();
      },
      disconnect: () => {
        this.open.splice(this.open.indexOf(call), 1);
        reject(new ApiError(new Error('no connection'), undefined, undefined));
      },
    };
    this.open.push(call);
    return promise;
  }

  /** The same input under one key is processed once; different input is rejected. */
  once<T>(key: string, input: unknown, work: () => T): T {
    const first = this.#answers.get(key);
    const text = JSON.stringify(input);
    if (first && first.input !== text) {
      const body = { success: false as const, message: 'No.', code: 'idempotency_mismatch' as const };
      throw new ApiError(new Error('mismatch'), 409, body);
    }
    const answer = first ? (first.answer as T) : work();
    this.#answers.set(key, { input: text, answer });
    return answer;
  }

  create(): number {
    this.created += 1;
    return 49 + this.created;
  }

  save(id: number, field: FieldName, value: unknown, was: unknown) {
    const now = this.read(id, field);
    if (was !== undefined && (was ?? '') !== now) {
      this.conflicts.push(`${id}:${field} was ${String(was)} is ${now} wanted ${String(value)}`);
      throw new ApiError(new Error('conflict'), 409, {
        success: false,
        message: 'No.',
        code: 'conflict',
        details: { cells: [{ id, row: null, field, message: 'was changed', theirs: now }] },
      });
    }
    const stored = String(value ?? '').replaceAll('!', '');
    this.stored.set(`${id}:${field}`, stored);
    return { id, created_at: '', updated_at: '', [field]: stored };
  }

  saveAll({ cells = [], create = [] }: Parameters<LedgerCalls['saveCells']>[0]): SaveCellsReply {
    for (const { id, field, value, was } of cells) this.save(Number(id), field, value, was);
    const created = create.map(({ row, values }) => {
      const id = this.create();
      for (const [field, value] of Object.entries(values)) this.stored.set(`${id}:${field}`, String(value));
      return { row, id };
    });
    return { success: true, saved: cells.length, created, cells: [] };
  }

  calls(): LedgerCalls {
    return {
      fetchIndex: async () => IDS,
      fetchRows: (ids, fields) => this.call(() => ids.map((id) => this.row(id, fields)), true),
      saveCell: (id, field, value, { seen } = {}) => {
        const saved = this.call(() => this.save(id, field, value, seen));
        const call = this.open.at(-1);
        if (call) call.isCleaned = String(value).includes('!');
        return saved;
      },
      createRow: (field, value, { idempotencyKey: key }) =>
        this.call(() =>
          this.once(key, { field, value }, () => this.save(this.create(), field, value, undefined)),
        ),
      findLikely: async () => this.likely,
      saveCells: (body, key) => this.call(() => this.once(key, body, () => this.saveAll(body))),
    };
  }
}

export async function openLedger() {
  const server = new FakeServer();
  const messages = { failed: vi.fn(), announced: vi.fn() };
  const calls = server.calls();
  const session = new LedgerSession(calls, messages);
  await session.open({ status: 'all', sort: 'name', direction: 'asc' });
  session.state.rows.put(IDS.map((id) => server.row(id)));
  session.look(0, IDS.length, FIELD_NAMES);
  return { server, calls, session, state: session.state, messages };
}

/** Processes and answers all calls. */
export async function finish(server: FakeServer): Promise<void> {
  await settleTasks();
  while (server.open.length > 0) {
    const [call] = server.open;
    if (call && !call.isHandled) call.handle();
    call?.answer();
    await settleTasks();
  }
}
