import { deleteAgent } from '@ledgerline/contract/agents/endpoints';
import type { BodyInput } from '@ledgerline/contract/endpoint';
import * as imports from '@ledgerline/contract/imports/endpoints';
import * as endpoints from '@ledgerline/contract/policies/endpoints';
import { updateNeedToKnow } from '@ledgerline/contract/teams/endpoints';
import { beforeAll, expect, it, vi } from 'vitest';
import { buildAgent, buildClient, signInAs } from '#testing/factories.ts';
import { importFile, revertFile, settled, upload, uploadAndCheck } from '#testing/imports.ts';
import { type Caller, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
let agent: Awaited<ReturnType<typeof signInAs>>;
beforeAll(async () => {
  await t.current.startJobs();
  agent = await signInAs(t.current);
});

const person = (client_first_name: string, primary_email: string, values = {}) =>
  buildClient(t.current, { client_first_name, client_last_name: 'Ruiz', primary_email, ...values });
const add = (id: number, body: Partial<BodyInput<typeof endpoints.createPolicy>>) =>
  agent.call(endpoints.createPolicy, { params: { id }, body: { line: 'health', carrier: 'Oscar', ...body } });
const policiesOf = async (id: number, by: Caller = agent) =>
  (await by.call(endpoints.listClientPolicies, { params: { id } })).body.policies;
const reveal = async (id: number) =>
  (await agent.call(endpoints.revealPolicyNumber, { params: { id }, body: {} })).body.value;
const load = (text: string, by: Caller = agent) => importFile(by, text, { kind: 'policies' });
const check = (text: string) => uploadAndCheck(agent, text, { kind: 'policies' });
const planFile = (id: number, number: string, name: string) =>
  `Client id,Carrier,Line,Policy number,Plan\n${id},Oscar,Health,${number},${name}`;
const rowsOf = async (id: number) =>
  (await agent.call(imports.listImportRows, { params: { id } })).body.data.map(
    ({ plan, outcome, findings }) =>
      `${outcome ?? plan}: ${findings.map(({ field, value, message }) => [field, value, message].filter(Boolean).join(' ')).join('; ')}`,
  );

it('adds policies to the clients of their rows, and its revert removes them', async () => {
  const ana = await person('Ana', 'ana@import.test', { primary_phone: '305-555-7001' });
  const file = `Client Name,Email,Phone,Carrier,LOB,Plan Name,Metal,Policy #,Effective Date,Term Date,Policy Status,Premium,APTC
Ana Ruiz,ana@import.test,,Oscar,ACA,Silver 1,Silver,00123456,1/1/2026,12/31/2026,In Force,"$1,412.50",300
Ana Ruiz,,(305) 555-7001,Delta,Dental,,,,2026-01-01,,,25,`;
  const checked = await check(file);
  expect(checked.mapping).toEqual([
    ...[null, 'primary_email', 'primary_phone', 'policy_carrier', 'policy_line', 'policy_plan'],
    ...['policy_plan_type', 'policy_number', 'policy_effective_date', 'policy_end_date', 'policy_status'],
    ...['policy_premium', 'policy_subsidy', 'client_first_name', 'client_last_name'],
  ]);
  expect([checked.counts, await policiesOf(ana)]).toMatchObject([{ created: 2, refused: 0 }, []]);
  const imported = await load(file);
  const [dental, health] = (await policiesOf(ana)).sort((a, b) => a.line.localeCompare(b.line));
  expect(health).toMatchObject({
    ...{ line: 'health', carrier: 'Oscar', plan_name: 'Silver 1', plan_type: 'Silver', status: 'active' },
    effective_date: '2026-01-01',
    end_date: '2026-12-31',
    premium_cents: 141_250,
    subsidy_cents: 30_000,
    policy_number: '••••3456',
  });
  expect(dental).toMatchObject({ line: 'dental', carrier: 'Delta', premium_cents: 2500, end_date: null });
  expect((await load(file)).counts).toMatchObject({ created: 0, updated: 0, skipped: 2 });
  const reverted = await revertFile(agent, imported.id);
  expect([reverted.counts, await policiesOf(ana)]).toMatchObject([{ reverted: 2, kept: 0 }, []]);
});

it('updates by carrier and number, without the zeros that Excel dropped, and keeps the stored number', async () => {
  const ana = await person('Ana', 'ana2@import.test');
  const old = { policy_number: '000777123', effective_date: '2026-01-01', plan_name: 'Old' };
  const { body } = await add(ana, old);
  await add(ana, { carrier: 'Molina', effective_date: '2026-01-01' });
  const imported = await load(
    `Carrier,Line,Policy Number,Effective,Plan,Email
OSCAR,,777123,01/01/2026,New,
Molina,Health,MO-5555,1/1/2026,,ana2@import.test
Oscar,Health,777123,1/1/2027,Next,ana2@import.test`,
  );
  expect(imported.counts).toMatchObject({ updated: 2, created: 1, refused: 0 });
  const policies = await policiesOf(ana);
  const shown = policies.map((one) => [one.carrier, one.plan_name, one.effective_date].join(' '));
  const expected = ['OSCAR New 2026-01-01', 'Molina  2026-01-01', 'Oscar Next 2027-01-01'];
  expect(shown).toEqual(expect.arrayContaining(expected));
  expect(await reveal(body.id)).toBe('000777123');
  const molina = policies.find(({ carrier }) => carrier === 'Molina');
  expect(await reveal(molina?.id ?? 0)).toBe('MO-5555');
  t.current.clock.advance(1000);
  await agent.call(endpoints.updatePolicy, { params: { id: body.id }, body: { notes: 'Called' } });
  const { counts, id } = await revertFile(agent, imported.id);
  expect(counts).toMatchObject({ reverted: 2, kept: 1 });
  expect(await rowsOf(id)).toContain('updated: The policy was changed after the import and was not reverted');
  expect((await policiesOf(ana)).map(({ carrier, plan_name }) => `${carrier} ${plan_name}`).sort()).toEqual([
    'Molina ',
    'OSCAR New',
  ]);
  expect(await reveal(molina?.id ?? 0)).toBeNull();
});

it('names what it cannot use, and which client or policy it cannot find', async () => {
  const twins = 'twins@import.test';
  await person('Eva', twins, { dob: '2001-01-01' });
  await person('Eva', twins, { dob: '2001-01-01' });
  const leo = await person('Leo', 'leo@import.test');
  await add(leo, { policy_number: 'L-10001', effective_date: '2025-01-01' });
  await add(leo, { policy_number: 'L-10001', effective_date: '2026-01-01' });
  const checked =
    await check(`First name,Last name,Email,Client id,Carrier,Line,Policy number,Effective,End,Status,Premium
Gil,Here,gil@import.test,,Oscar,Health,,,,,
Eva,Ruiz,${twins},,Oscar,Health,,,,,
Leo,Ruiz,leo@import.test,,,Health,,,,,
Leo,Ruiz,leo@import.test,,Oscar,Pet,,,,,
Leo,Ruiz,leo@import.test,,Oscar,Vision,,46054,2026-01-01,,
Leo,Ruiz,leo@import.test,,Oscar,Vision,4.5E+10,46054,,On Hold,12.345
Leo,Ruiz,leo@import.test,,Oscar,Health,L-10001,,,,
,,,999999,Oscar,Health,,,,,
,,,,Oscar,Health,Q-99999,,,,
Total,,,,,,,,,,999`);
  expect(await rowsOf(checked.id)).toEqual([
    'refused: No client matches. Add the client first, or add the client id to the row',
    expect.stringMatching(
      /^refused: The row matches clients \d+ and \d+ equally well\. Add the client id to the row$/,
    ),
    'refused: A new policy needs a carrier',
    'refused: policy_line Pet is not a known line, such as Health or Dental (the cell was omitted); A new policy needs a line, such as Health or Dental',
    'refused: The end date is before the effective date',
    'created: policy_number ••••5E10 was shortened by the spreadsheet. Format the column as text and export the file again (the cell was omitted); policy_status On Hold is not a known status, such as Active or Cancelled; a new policy becomes Active (the cell was omitted); policy_premium 12.345 must be an amount such as 412.50 (the cell was omitted)',
    'refused: Several policies of the client fit this row. Add columns with the line and the effective date',
    'refused: There is no client with the id 999999',
    'refused: The row has no client id, email, phone or birth date, and no policy of the carrier has its number. Add one of them to the row',
    'skipped: Looks like a totals row and was skipped',
  ]);
});

it('writes rows about one policy one after the other, and reverts them in reverse', async () => {
  const ana = await person('Ana', 'ana4@import.test');
  const file = `Client id,Carrier,Line,Policy number,Plan,Premium
${ana},Oscar,Health,R-20001,First,10
${ana},Oscar,Health,R20001,,20
${ana},Oscar,Health,R-20001,First,20`;
  expect((await check(file)).counts).toMatchObject({ created: 1, updated: 2, warnings: 2 });
  const imported = await load(file);
  expect(imported.counts).toMatchObject({ created: 1, updated: 1, skipped: 1 });
  expect(await policiesOf(ana)).toMatchObject([{ plan_name: 'First', premium_cents: 2000 }]);
  expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 2, kept: 0 });
  expect(await policiesOf(ana)).toEqual([]);
});

it('keeps what an agent saved between two imports, whichever import is reverted first', async () => {
  const ana = await person('Ana', 'ana5@import.test');
  const first = await load(planFile(ana, 'S-50001', 'First'));
  const [policy] = await policiesOf(ana);
  t.current.clock.advance(1000);
  await agent.call(endpoints.updatePolicy, { params: { id: policy?.id ?? 0 }, body: { notes: 'Called' } });
  t.current.clock.advance(1000);
  const second = await load(planFile(ana, 'S-50001', 'Second'));
  t.current.clock.advance(1000);
  expect((await revertFile(agent, second.id)).counts).toMatchObject({ reverted: 1, kept: 0 });
  expect((await revertFile(agent, first.id)).counts).toMatchObject({ reverted: 0, kept: 1 });
  expect(await policiesOf(ana)).toMatchObject([{ plan_name: 'First', notes: 'Called' }]);
});

it('reverts imports of one policy one after the other', async () => {
  const ana = await person('Ana', 'ana6@import.test');
  const imported: number[] = [];
  for (const name of ['First', 'Second', 'Third']) {
    imported.push((await load(planFile(ana, 'S-60001', name))).id);
    t.current.clock.advance(1000);
  }
  for (const id of imported.toReversed()) {
    t.current.clock.advance(1000);
    expect((await revertFile(agent, id)).counts).toMatchObject({ reverted: 1, kept: 0 });
  }
  expect(await policiesOf(ana)).toEqual([]);
});

it('restores the work on a renewal that another end date had started again', async () => {
  const ana = await person('Ana', 'ana7@import.test');
  const { body } = await add(ana, { policy_number: 'S-70001', end_date: '2026-12-31' });
  const lost = { renewal_status: 'lost', lost_reason: 'Moved away' } as const;
  await agent.call(endpoints.updateRenewal, { params: { id: body.id }, body: lost });
  t.current.clock.advance(1000);
  const imported = await load(`Client id,Carrier,Policy number,End\n${ana},Oscar,S-70001,2027-12-31`);
  expect(await policiesOf(ana)).toMatchObject([{ renewal_status: 'to_contact', lost_reason: '' }]);
  expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 1, kept: 0 });
  expect(await policiesOf(ana)).toMatchObject([{ end_date: '2026-12-31', ...lost }]);
});

it('reverts the rest of a row whose agent of record was deleted, and says so', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  const gone = await buildAgent(t.current, { first_name: 'Gil', last_name: 'Gone' });
  const heir = await buildAgent(t.current, { first_name: 'Hedda', last_name: 'Heir' });
  const ana = await person('Ana', 'ana8@import.test');
  await add(ana, { policy_number: 'S-80001', plan_name: 'Old', agent_of_record_id: gone.id });
  const imported = await load(
    `Client id,Carrier,Line,Policy number,Plan,Agent of record
${ana},Oscar,Health,S-80001,New,Hedda Heir
${ana},Oscar,Dental,S-80002,Added,`,
  );
  expect(imported.counts).toMatchObject({ created: 1, updated: 1 });
  expect((await owner.call(deleteAgent, { params: { id: gone.id }, query: {} })).status).toBe(200);
  const { counts, id } = await revertFile(agent, imported.id);
  expect(counts).toMatchObject({ reverted: 2, kept: 0 });
  expect(await policiesOf(ana)).toMatchObject([{ plan_name: 'Old', agent_of_record_id: heir.id }]);
  expect((await rowsOf(id))[0]).toBe(
    'updated: The former agent of record was deleted and could not be assigned again',
  );
});

it('reverts the other rows when one cannot be reverted', async () => {
  const ana = await person('Ana', 'ana9@import.test');
  const { body } = await add(ana, { policy_number: 'S-90001', plan_name: 'Old' });
  const imported = await load(
    `Client id,Carrier,Line,Policy number,Plan
${ana},Oscar,Health,S-90001,New
${ana},Oscar,Dental,S-90002,Added`,
  );
  // A value that the rules reject, as after a rule has changed.
  await t.current.deps.database.query(
    `update imported_policies set before = before || '{"effective_date": "2027-01-01", "end_date": "2026-01-01"}' where policy_id = $1`,
    [body.id],
  );
  expect((await revertFile(agent, imported.id)).counts).toMatchObject({ reverted: 1, kept: 1 });
  expect(await policiesOf(ana)).toMatchObject([{ plan_name: 'New' }]);
  expect((await rowsOf(imported.id))[0]).toBe(
    'updated: The policy was not reverted: The end date is before the effective date',
  );
});

it('finds the policy of an earlier row by its number or its date', async () => {
  const ana = await person('Ana', 'ana10@import.test');
  const file = `Client id,Carrier,Line,Policy number,Effective,Plan,Premium
${ana},Oscar,Health,T-10001,2026-01-01,Silver,
${ana},Oscar,Health,T-10001,,,10
${ana},Oscar,Health,,2026-01-01,Gold,
${ana},Oscar,Health,T-10001,2027-01-01,Next,
${ana},Oscar,Dental,T-10001,2026-01-01,Teeth,`;
  expect((await check(file)).counts).toMatchObject({ created: 3, updated: 2, warnings: 2 });
  expect((await load(file)).counts).toMatchObject({ created: 3, updated: 2 });
  const policies = await policiesOf(ana);
  const shown = policies.map((one) => [one.plan_name, one.effective_date, one.premium_cents].join(' '));
  expect(shown.sort()).toEqual(['Gold 2026-01-01 1000', 'Next 2027-01-01 ', 'Teeth 2026-01-01 ']);
});

it('decides on what is stored once its clients are locked', async () => {
  const ana = await person('Ana', 'ana11@import.test');
  const ben = await person('Ben', 'ben11@import.test');
  const cleo = await person('Cleo', 'cleo11@import.test');
  await add(ana, { policy_number: 'T-11001', notes: 'Old' });
  const { id } = await check(`Client id,Carrier,Line,Policy number,Notes
${ana},Oscar,Health,T-11001,From the file
${ben},Oscar,Health,,From the file
${cleo},Oscar,Health,,From the file`);
  t.current.clock.advance(1000);
  const { database, clock } = t.current.deps;
  await database.transaction(async (db) => {
    const all = [ana, ben, cleo];
    await db.query('select id from clients where id = any($1::bigint[]) order by id for update', [all]);
    await agent.call(imports.runImport, { params: { id } });
    const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isWaiting = async () => expect(await database.arrays(`select 1 ${waiting}`)).not.toEqual([]);
    await vi.waitFor(isWaiting, { timeout: 10_000 });
    const call = `update policies set notes = 'Called', updated_at = $2 where client_id = $1`;
    await db.query(call, [ana, clock.now()]);
    await db.query(
      `insert into policies (client_id, line, carrier, plan_name, plan_type, status, covered, notes, created_at, updated_at)
       values ($1, 'health', 'Oscar', '', '', 'active', '{client}', '', $2, $2)`,
      [ben, clock.now()],
    );
    await db.query('delete from clients where id = $1', [cleo]);
  });
  expect((await settled(agent, id)).counts).toMatchObject({ created: 0, updated: 2, refused: 1 });
  expect(await policiesOf(ben)).toMatchObject([{ notes: 'From the file' }]);
  expect((await revertFile(agent, id)).counts).toMatchObject({ reverted: 2, kept: 0 });
  expect(await policiesOf(ana)).toMatchObject([{ notes: 'Called' }]);
});

it('finds nothing of clients whom the agent cannot see', async () => {
  const owner = await signInAs(t.current, { is_owner: true });
  const theirs = await person('Theirs', 'theirs@import.test', { owner_agent_id: agent.agent.id });
  await add(theirs, { policy_number: 'H-30001' });
  const mine = await signInAs(t.current);
  await owner.call(updateNeedToKnow, { body: { sees: 'own' } });
  const file = `Client id,Email,Carrier,Line,Policy number
${theirs},,Oscar,Health,
,theirs@import.test,Oscar,Health,
,,Oscar,Health,H-30001`;
  const imported = await load(file, mine);
  await owner.call(updateNeedToKnow, { body: { sees: 'all' } });
  expect(imported.counts).toMatchObject({ refused: 3, created: 0, updated: 0 });
  expect(await policiesOf(theirs)).toHaveLength(1);
});

it('masks numbers in the preview, and rejects columns of the other kind', async () => {
  const { body } = await upload(agent, 'Carrier,Policy number\nOscar,ABCD-778899', undefined, 'policies');
  expect(body.sample).toEqual([['Oscar', '••••8899']]);
  const mapping: BodyInput<typeof imports.checkImport>['mapping'] = ['ssn', 'policy_number'];
  const rejected = await agent.call(imports.checkImport, { params: { id: body.id }, body: { mapping } });
  expect(rejected.error.details?.fields?.[0]?.message).toBe('must not contain ssn in an import of policies');
});
