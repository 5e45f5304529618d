import { listImportRows } from '@ledgerline/contract/imports/endpoints';
import { createPolicy, listClientPolicies } from '@ledgerline/contract/policies/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { importFile, uploadAndCheck } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const OPTIONS = { kind: 'policies', duplicates: 'skip' } as const;
const rowsOf = async (id: number) =>
  (await agent.call(listImportRows, { params: { id } })).body.data.map(({ plan, outcome, findings }) =>
    [outcome ?? plan, ...findings.map(({ message }) => message)].join(': '),
  );
const EARLIER = 'skipped: An earlier row has a policy of the same carrier and line at that time';
const EXISTS = 'skipped: The client already has this policy';

it('skips existing policies in an import of a file', async () => {
  const kim = await buildClient(t.current);
  const old = { line: 'health', carrier: 'Oscar', policy_number: 'K-30001', plan_name: 'Old' } as const;
  await agent.call(createPolicy, { params: { id: kim }, body: { ...old, effective_date: '2026-01-01' } });
  const file = `Client id,Carrier,Line,Policy number,Effective,Plan
${kim},Oscar,Health,K-30001,2026-01-01,New
${kim},Oscar,Health,,2026-06-01,New
${kim},Oscar,Health,K-30002,2026-01-01,Other
${kim},Oscar,Dental,,2026-01-01,Teeth`;
  const { counts } = await importFile(agent, file, OPTIONS);
  expect(counts).toMatchObject({ created: 2, updated: 0, skipped: 2 });
  const { body } = await agent.call(listClientPolicies, { params: { id: kim } });
  expect(body.policies.map(({ plan_name }) => plan_name).sort()).toEqual(['Old', 'Other', 'Teeth']);
});

it.each<[string, string[], string[]]>([
  ['open terms', [',2026-01-01,,', ',2027-01-01,,'], ['created', EARLIER]],
  ['terms that share a day', [',2026-01-01,2026-12-31,', ',2026-12-31,,'], ['created', EARLIER]],
  ['terms one after the other', [',2026-01-01,2026-12-31,', ',2027-01-01,,'], ['created', 'created']],
  ['a later term first', [',2027-01-01,,', ',2026-01-01,2026-12-31,'], ['created', 'created']],
  ['a number first', ['E-40001,2026-01-01,,', ',2026-03-01,,'], ['created', EARLIER]],
  ['a number last', [',2026-03-01,,', 'E-40001,2026-01-01,,'], ['created', 'created']],
  ['a cancelled policy first', [',2026-01-01,,Cancelled', ',2026-03-01,,'], ['created', 'created']],
  ['a cancelled policy of that date', [',2026-01-01,,Cancelled', ',2026-01-01,,'], ['created', EARLIER]],
  [
    'three rows, of which the second is skipped',
    [',2026-01-01,2026-06-30,', ',2026-06-01,2026-12-31,', ',2026-07-01,,'],
    ['created', EARLIER, 'created'],
  ],
])('creates what its check says for rows of one carrier and line: %s', async (_, rows, expected) => {
  const id = await buildClient(t.current);
  const file = ['Client id,Carrier,Line,Policy number,Effective,End,Status']
    .concat(rows.map((row) => `${id},Oscar,Health,${row}`))
    .join('\n');
  expect(await rowsOf((await uploadAndCheck(agent, file, OPTIONS)).id)).toEqual(expected);
  expect(await rowsOf((await importFile(agent, file, OPTIONS)).id)).toEqual(expected);
});

it.each<[string, object, string]>([
  ['an active policy whose term overlaps', {}, EXISTS],
  ['a submitted policy whose term overlaps', { status: 'submitted' }, EXISTS],
  ['an active policy that ended', { end_date: '2025-12-31' }, 'created'],
  ['a cancelled policy of earlier years without an end date', { status: 'cancelled' }, 'created'],
  ['a lapsed policy of earlier years without an end date', { status: 'lapsed' }, 'created'],
  [
    'a cancelled policy of that date',
    { status: 'cancelled', effective_date: '2026-01-01' },
    `${EXISTS}, with the status Cancelled`,
  ],
])('compares a row with %s', async (_, values, expected) => {
  const id = await buildClient(t.current);
  const body = { line: 'health', carrier: 'Oscar', effective_date: '2024-01-01', ...values } as const;
  await agent.call(createPolicy, { params: { id }, body });
  const file = `Client id,Carrier,Line,Effective\n${id},Oscar,Health,2026-01-01`;
  expect(await rowsOf((await importFile(agent, file, OPTIONS)).id)).toEqual([expected]);
});
