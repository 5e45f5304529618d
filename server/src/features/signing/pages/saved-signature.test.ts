import { changeAgentPassword, updateAgent } from '@ledgerline/contract/agents/endpoints';
import {
  getSavedSignature,
  removeSavedSignature,
  saveSavedSignature,
} from '@ledgerline/contract/agents/saved-signature/endpoints';
import { openEnvelope, openSigning, submitSigning } from '@ledgerline/contract/signing/endpoints';
import { createSubmission } from '@ledgerline/contract/submissions/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { bombPng, signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, signInAs } from '#testing/factories.ts';
import { TEST_NOW, useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
// Agents are notified by email through the queue.
beforeAll(() => t.current.startJobs());
afterEach(() => t.current.clock.set(TEST_NOW));
type Agent = Awaited<ReturnType<typeof signInAs>>;

const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`;
const DRAWN = { method: 'drawn' as const, name: 'Ada Advisor', image: dataUrl(signaturePng()) };
const OTHER = { ...DRAWN, image: dataUrl(signaturePng(200, 60)) };
const NEW_PASSWORD = 'a-long-new-password-8271';
const ownerOf = () => signInAs(t.current, { is_owner: true, is_advisor: true, has_all_staff_access: true });
const signatureOf = async (agent: Agent) => (await agent.call(getSavedSignature)).body.data?.signature;

/** The signing page of a form that waits for an advisor. */
async function openFor(advisor: Agent) {
  const owner = await ownerOf();
  await owner.call(syncTemplates);
  const { forms } = (await owner.call(listTemplates)).body;
  const form_id = forms.find(({ form_name_agent }) => form_name_agent === 'Advisory Agreement')?.id ?? 0;
  const client_id = await buildClient(t.current);
  const { id } = (await owner.call(createSubmission, { body: { client_id, form_id } })).body;
  const { body } = await advisor.call(openEnvelope, { params: { id: String(id) } });
  const ticket = new URL(body.embedded_url, 'http://localhost').pathname.split('/').at(-1) ?? '';
  const page = t.current.withToken(ticket);
  return { page, envelopeId: body.envelopeId, opened: (await page.call(openSigning)).body.data };
}

const signWith = (saved: number) => ({
  body: { consent: true as const, language: 'en' as const, signature: { saved }, values: {} },
});

async function signerRow(envelopeId: string) {
  const [row] = await t.current.deps.database.query<Record<string, unknown>>(
    `select s.status, s.method, s.typed_name, s.signature_saved_at, s.signature_image
       from esign_signers s join esign_envelopes e on e.id = s.envelope_row
      where e.envelope_id = $1 and s.role = 'advisor'`,
    [envelopeId],
  );
  return row;
}

const emailsTo = (agent: Agent) =>
  t.current.deps.database.query<{ subject: string }>(
    `select subject from mail_messages where to_address = $1 and kind = 'saved_signature' order by id`,
    [agent.agent.email],
  );

const auditOf = async (agent: Agent) =>
  (
    await t.current.deps.database.query<{ action: string }>(
      `select action from audit_events where entity = 'agent' and entity_id = $1 and action like 'signature%' order by id`,
      [agent.agent.id],
    )
  ).map(({ action }) => action);

it('is stored encrypted, belongs to its agent, and each change is audited and emailed', async () => {
  const advisor = await signInAs(t.current, { is_advisor: true });
  const colleague = await signInAs(t.current, { is_advisor: true });
  await advisor.call(saveSavedSignature, { body: DRAWN });
  await advisor.call(saveSavedSignature, { body: OTHER });
  expect(await signatureOf(advisor)).toMatchObject({ ...OTHER, saved_at: TEST_NOW.toISOString() });
  expect(await signatureOf(colleague)).toBeNull();
  const [stored] = await t.current.deps.database.query<{ image: string }>(
    'select image from saved_signatures where agent_id = $1',
    [advisor.agent.id],
  );
  expect(stored?.image).not.toContain(OTHER.image.slice(40, 80));
  expect((await colleague.call(removeSavedSignature)).status).toBe(404);
  expect((await advisor.call(removeSavedSignature)).status).toBe(200);
  expect(await signatureOf(advisor)).toBeNull();
  expect(await auditOf(advisor)).toEqual(['signature_saved', 'signature_changed', 'signature_removed']);
  expect((await emailsTo(advisor)).map(({ subject }) => subject.split(': ')[1])).toEqual([
    'your saved signature was saved',
    'your saved signature was changed',
    'your saved signature was removed',
  ]);
});

it('is saved without an email where the address of the agent cannot receive one', async () => {
  const advisor = await signInAs(t.current, { is_advisor: true });
  const email = `not-an-address-${advisor.agent.id}`;
  await t.current.deps.database.query('update agents set email = $1 where id = $2', [
    email,
    advisor.agent.id,
  ]);
  expect((await advisor.call(saveSavedSignature, { body: DRAWN })).status).toBe(200);
  expect(await auditOf(advisor)).toEqual(['signature_saved']);
  expect(await emailsTo({ ...advisor, agent: { ...advisor.agent, email } })).toEqual([]);
});

it('needs re-authentication, a drawable picture and an advisor', async () => {
  const advisor = await signInAs(t.current, { is_advisor: true });
  expect(
    (await advisor.call(saveSavedSignature, { body: { ...DRAWN, image: dataUrl(bombPng()) } })).status,
  ).toBe(400);
  await advisor.call(saveSavedSignature, { body: DRAWN });
  t.current.clock.advance(16 * 60_000);
  const stale = t.current.withToken(advisor.token);
  for (const answer of [
    await stale.call(saveSavedSignature, { body: OTHER }),
    await stale.call(removeSavedSignature),
  ])
    expect([answer.status, answer.error.code]).toEqual([403, 'proof_needed']);
  const agent = await signInAs(t.current);
  expect((await agent.call(saveSavedSignature, { body: DRAWN })).status).toBe(403);
  expect((await agent.call(getSavedSignature)).status).toBe(403);
});

it('two concurrent saves leave one signature', async () => {
  const advisor = await signInAs(t.current, { is_advisor: true });
  const answers = await Promise.all([DRAWN, OTHER].map((body) => advisor.call(saveSavedSignature, { body })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
});

it('is adopted at a signing: the server inserts the stored picture and records when it was saved', async () => {
  const advisor = await signInAs(t.current, { is_advisor: true });
  await advisor.call(saveSavedSignature, { body: DRAWN });
  t.current.clock.advance(60_000);
  const { page, envelopeId, opened } = await openFor(advisor);
  expect(opened.saved_signature).toMatchObject(DRAWN);
  expect((await signerRow(envelopeId))?.status).toBe('waiting');
  const saved = opened.saved_signature?.id ?? 0;
  expect((await page.call(submitSigning, signWith(saved))).status).toBe(200);
  expect(await signerRow(envelopeId)).toMatchObject({
    status: 'signed',
    method: 'drawn',
    typed_name: 'Ada Advisor',
    signature_saved_at: TEST_NOW,
    signature_image: expect.any(String),
  });
  // A repeated submission gets the same result.
  expect((await page.call(submitSigning, signWith(saved))).status).toBe(200);
});

it('a signature that was replaced or removed since, or another advisor’s, is not used', async () => {
  const advisor = await signInAs(t.current, { is_advisor: true });
  const colleague = await signInAs(t.current, { is_advisor: true });
  await colleague.call(saveSavedSignature, { body: OTHER });
  await advisor.call(saveSavedSignature, { body: DRAWN });
  const { page, envelopeId, opened } = await openFor(advisor);
  const former = opened.saved_signature?.id ?? 0;
  await advisor.call(saveSavedSignature, { body: OTHER });
  const theirs = (await signatureOf(colleague))?.id ?? 0;
  for (const id of [former, theirs]) expect((await page.call(submitSigning, signWith(id))).status).toBe(409);
  const own = (await signatureOf(advisor))?.id ?? 0;
  await advisor.call(removeSavedSignature);
  expect((await page.call(submitSigning, signWith(own))).status).toBe(409);
  expect((await page.call(openSigning)).body.data.saved_signature).toBeNull();
  expect((await signerRow(envelopeId))?.status).toBe('waiting');
});

it('ends with the permission to sign, and with a password or email address that another agent sets, but not with one that the advisor sets', async () => {
  const owner = await ownerOf();
  for (const change of [
    (id: number) => owner.call(updateAgent, { params: { id }, body: { is_advisor: false } }),
    (id: number) => owner.call(changeAgentPassword, { params: { id }, body: { password: NEW_PASSWORD } }),
    (id: number) => owner.call(updateAgent, { params: { id }, body: { email: `new-${id}@example.test` } }),
  ]) {
    const advisor = await signInAs(t.current, { is_advisor: true });
    await advisor.call(saveSavedSignature, { body: DRAWN });
    expect((await change(advisor.agent.id)).status).toBe(200);
    const rows = await t.current.deps.database.query('select from saved_signatures where agent_id = $1', [
      advisor.agent.id,
    ]);
    expect(rows).toEqual([]);
    expect(await auditOf(advisor)).toContain('signature_removed');
    const subjects = (await emailsTo(advisor)).map(({ subject }) => subject.split(': ')[1]);
    expect(subjects.filter((subject) => /signature/i.test(subject ?? ''))).toHaveLength(2);
  }
  const advisor = await signInAs(t.current, { is_advisor: true });
  await advisor.call(saveSavedSignature, { body: DRAWN });
  const own = { current_password: 'correct horse', password: NEW_PASSWORD };
  await advisor.call(changeAgentPassword, { params: { id: advisor.agent.id }, body: own });
  expect(await signatureOf(advisor)).toMatchObject(DRAWN);
});
