import {
  listOperationItems,
  listOperations,
  undoOperation,
} from '@ledgerline/contract/bulk-actions/endpoints';
import { getClient, updateClient } from '@ledgerline/contract/clients/endpoints';
import { saveLedgerCells } from '@ledgerline/contract/ledger/endpoints';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { mergedAs } from '#testing/merges.ts';
import { undoBulk } from '#testing/operations.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
type Agent = Awaited<ReturnType<typeof signInAs>>;
let agent: Agent;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

type Cell = { id: number; field: 'address' | 'ssn' | 'height' | 'cvc' | 'company'; value: string };
const paste = (cells: Cell[]) => agent.call(saveLedgerCells, { body: { cells } });
const latest = async (by = agent) => (await by.call(listOperations, {})).body.data[0];
const read = async (id: number) => (await agent.call(getClient, { params: { id } })).body.data;
const kept = async (id: number) =>
  (await agent.call(listOperationItems, { params: { id }, query: { show: 'kept' } })).body.data.map(
    ({ record_id, reason }) => [record_id, reason],
  );

describe('several cells saved at once', () => {
  it('are listed with who, when and how many, and undone, also secrets and encrypted fields', async () => {
    const one = await buildClient(t.current, { address: '1 Old Way', ssn: '123-45-6789', height: '170' });
    const other = await buildClient(t.current);
    await paste([
      { id: one, field: 'address', value: '2 New Way' },
      { id: one, field: 'ssn', value: '777-88-6789' },
      { id: one, field: 'height', value: '180' },
      { id: other, field: 'address', value: '2 New Way' },
    ]);
    const operation = await latest();
    expect(operation).toMatchObject({
      agent_id: agent.agent.id,
      state: 'done',
      action: { kind: 'edit_cells', params: { values: 4 } },
      counts: { total: 2, changed: 2 },
      can_undo: true,
    });
    const [row] = await t.current.deps.database.query<{ text: string }>(
      'select (to_jsonb(o)::text || jsonb_agg(i)::text) as text from operations o join operation_items i on i.operation_id = o.id where o.id = $1 group by o.id',
      [operation?.id],
    );
    expect(row?.text).not.toMatch(/New Way|777-88|"180/);
    const undone = await undoBulk(agent, operation?.id ?? 0);
    expect(undone).toMatchObject({ state: 'undone', counts: { undone: 2, kept: 0 } });
    expect(await read(one)).toMatchObject({ address: '1 Old Way', ssn: '•••-••-6789', height: '170' });
    expect(await read(other)).toMatchObject({ address: null });
    expect((await agent.call(undoOperation, { params: { id: operation?.id ?? 0 } })).error?.message).toBe(
      'This has already been undone.',
    );
  });

  it('keep what was changed since, and name it; merged clients stay', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 3; n += 1) ids.push(await buildClient(t.current, { address: 'Old', company: 'A' }));
    const [changed = 0, merged = 0, into = 0] = ids;
    await paste(
      ids.flatMap((id): Cell[] => [
        { id, field: 'address', value: 'New' },
        { id, field: 'company', value: 'B' },
      ]),
    );
    const { id = 0 } = (await latest()) ?? {};
    await agent.call(updateClient, { params: { id: changed }, body: { company: 'C' } });
    await mergedAs(agent, into, [merged]);
    expect(await undoBulk(agent, id)).toMatchObject({ counts: { undone: 1, kept: 2 } });
    expect(await read(changed)).toMatchObject({ address: 'Old', company: 'C' });
    expect(await read(into)).toMatchObject({ address: 'Old', company: 'A' });
    expect(await kept(id)).toEqual([
      [changed, 'Company was changed afterwards and was not restored'],
      [merged, 'The client was later merged with another one and was not changed'],
    ]);
  });

  it('are listed only if more than one value changed, and only for their agent and for owners', async () => {
    const id = await buildClient(t.current);
    const before = await latest();
    await paste([{ id, field: 'address', value: 'Only' }]);
    await paste([
      { id, field: 'address', value: 'Only' },
      { id, field: 'company', value: 'Second' },
    ]);
    expect(await latest()).toEqual(before);
    const owner = await signInAs(t.current, { is_owner: true });
    expect((await latest(owner))?.id).toBe(before?.id);
    expect(await latest(await signInAs(t.current))).toBeUndefined();
  });
});
