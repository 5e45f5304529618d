import { listImportRows } from '@ledgerline/contract/imports/endpoints';
import { listClientPolicies } from '@ledgerline/contract/policies/endpoints';
import { beforeAll, expect, it } from 'vitest';
import { buildClient, signInAs } from '#testing/factories.ts';
import { importFile } from '#testing/imports.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const load = (text: string) => importFile(agent, text, { kind: 'policies' });
const policiesOf = async (id: number) =>
  (await agent.call(listClientPolicies, { params: { id } })).body.policies;
const rowsOf = async (id: number) =>
  (await agent.call(listImportRows, { params: { id } })).body.data.map(
    ({ outcome, findings }) =>
      `${outcome}: ${findings.map(({ field, message }) => [field, message].filter(Boolean).join(' ')).join('; ')}`,
  );

it('omits dates that cannot be those of a policy, and names a subsidy above the premium', async () => {
  const ana = await buildClient(t.current);
  const imported = await load(`Client id,Carrier,Line,Policy number,Effective,End,Premium,Subsidy
${ana},Oscar,Health,U-10001,1800-01-01,9999-12-31,100,100.01
${ana},Oscar,Dental,U-10002,1900-01-01,2199-12-31,100,100`);
  expect(imported.counts).toMatchObject({ created: 2, refused: 0, warnings: 1 });
  expect(await rowsOf(imported.id)).toEqual([
    'created: policy_effective_date must be from 1900 to 2199. Check the year (the cell was omitted); policy_end_date must be from 1900 to 2199. Check the year (the cell was omitted); The subsidy is higher than the premium. The premium is the amount before the subsidy',
    'created: ',
  ]);
  const policies = (await policiesOf(ana)).sort((a, b) => a.line.localeCompare(b.line));
  expect(policies).toMatchObject([
    { line: 'dental', effective_date: '1900-01-01', end_date: '2199-12-31' },
    { line: 'health', effective_date: null, end_date: null, premium_cents: 10_000, subsidy_cents: 10_001 },
  ]);
  // Only the stored subsidy is above the new premium.
  const later = await load(
    `Client id,Carrier,Line,Policy number,Effective,Premium\n${ana},Oscar,Dental,U-10002,1900-01-01,99`,
  );
  expect((await rowsOf(later.id))[0]).toMatch(/^updated: The subsidy is higher than the premium/);
});
