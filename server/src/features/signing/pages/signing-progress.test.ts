import { randomUUID } from 'node:crypto';
import { startSigning } from '@ledgerline/contract/public-forms/endpoints';
import { createClientLink } from '@ledgerline/contract/secure-links/endpoints';
import {
  declineSigning,
  openEnvelope,
  openSigning,
  saveSigningProgress,
  submitSigning,
  voidEnvelope,
} from '@ledgerline/contract/signing/endpoints';
import { listTemplates, syncTemplates } from '@ledgerline/contract/templates/endpoints';
import { describe, expect, it } from 'vitest';
import { signaturePng } from '#providers/esign/builtin/testing/signature-png.ts';
import { buildClient, signInAs, signInOf } from '#testing/factories.ts';
import { useTestApp } from '#testing/test-app.ts';

const t = useTestApp();
const IMAGE = `data:image/png;base64,${signaturePng().toString('base64')}`;
const lastPart = (address: string | null) => address?.split('?')[0]?.split('/').at(-1) ?? '';

type Signer = ReturnType<typeof t.current.withToken>;

/** A client's link to a form created from a sample of the library. */
async function clientLink(name: string) {
  const agent = await signInAs(t.current, { is_owner: true, is_advisor: true });
  await agent.call(syncTemplates);
  const { body: templates } = await agent.call(listTemplates);
  const formId = templates.forms.find((form) => form.form_name_agent === name)?.id ?? 0;
  const clientId = await buildClient(t.current, { client_first_name: 'Ann', client_last_name: 'Secret' });
  const { body } = await agent.call(createClientLink, { body: { formId, clientId } });
  return { agent, id: body.data.sessionFormId, token: body.data.token };
}

/** One device's state: each opening of the link gets its own ticket. */
async function device(token: string): Promise<Signer> {
  const started = await t.current.withToken(token).call(startSigning);
  return t.current.withToken(lastPart(started.body.signing_url));
}

async function opened(signer: Signer) {
  const { data } = (await signer.call(openSigning)).body;
  const entered = data.fields.filter(
    ({ is_mine, kind }) => is_mine && kind !== 'signature' && kind !== 'date',
  );
  return { ...data, values: Object.fromEntries(entered.map(({ name, value }) => [name, value])) };
}

/** A save of a device that displayed the newest entries. */
const save = (signer: Signer, values: Record<string, string | boolean>) => {
  const typed = Object.fromEntries(Object.keys(values).map((name) => [name, 0]));
  const draft = { version: 1_000_000, device: randomUUID(), save: 1, typed };
  return signer.call(saveSigningProgress, { body: { values, draft } });
};

const sign = (signer: Signer, values: Record<string, string | boolean>) =>
  signer.call(submitSigning, {
    body: {
      consent: true,
      language: 'en',
      signature: { method: 'drawn', name: 'Ann Secret', image: IMAGE },
      values,
    },
  });

/** The draft columns of a form's signers. */
const storedDrafts = (id: number) =>
  t.current.deps.database.query<Record<'draft_values' | 'draft_state' | 'draft_saved_at', unknown>>(
    `select s.draft_values, s.draft_state, s.draft_saved_at from esign_signers s
       join esign_envelopes e on e.id = s.envelope_row join session_forms f using (envelope_id) where f.id = $1`,
    [id],
  );
const NO_DRAFT = { draft_values: null, draft_state: null, draft_saved_at: null };

describe('unfinished entries in a document to sign', () => {
  it('continue on another device, also where a known value was cleared', async () => {
    const { token } = await clientLink('HIPAA Authorization');
    const before = await opened(await device(token));
    expect([before.last_saved, before.values.dob]).toEqual([null, null]);
    const values = { ...before.values, dob: '01/31/1980' };
    const first = Object.keys(before.values).find((name) => typeof before.values[name] === 'string') ?? '';
    const entered = Object.fromEntries(
      Object.entries({ ...values, [first]: '' }).map(([name, value]) => [name, value ?? '']),
    );
    const saved = await save(await device(token), entered);
    expect(saved.status).toBe(200);
    const after = await opened(await device(token));
    expect(after.last_saved).toBe(saved.body.last_saved);
    expect(after.values).toEqual(entered);
    expect(after.state).toBe('ready');
  });

  it('of two devices of one signer are merged field by field', async () => {
    const { token } = await clientLink('HIPAA Authorization');
    const [laptop, phone] = [await device(token), await device(token)];
    const saveOn = (
      signer: Signer,
      values: Record<string, string | boolean>,
      typed: Record<string, number>,
    ) =>
      signer.call(saveSigningProgress, {
        body: {
          values,
          draft: { version: 0, device: signer === laptop ? 'laptop' : 'phone', save: 1, typed },
        },
      });
    await saveOn(laptop, { address: '1 Main St', dob: '01/31/1980' }, { address: 0, dob: 0 });
    const stale = { address: 'Old address', primary_phone: '305-555-0101' };
    const reply = await saveOn(phone, stale, { address: 60_000, primary_phone: 60_000 });
    expect(reply.body).toMatchObject({ version: 2, values: { address: '1 Main St', dob: '01/31/1980' } });
    expect((await opened(laptop)).values).toMatchObject({
      ...stale,
      address: '1 Main St',
      dob: '01/31/1980',
    });
    expect((await opened(laptop)).version).toBe(2);
  });

  it('are encrypted at rest', async () => {
    const { id, token } = await clientLink('HIPAA Authorization');
    await save(await device(token), { dob: 'PLAIN-01/31/1980' });
    const [row] = await storedDrafts(id);
    expect(row?.draft_values).toMatch(/^v1\./);
    expect(row?.draft_values).not.toContain('PLAIN');
  });

  it('are rejected for a field that the document does not have, or with an invalid value', async () => {
    const { token } = await clientLink('HIPAA Authorization');
    const signer = await device(token);
    for (const [values, message] of [
      [{ amount: '1' }, 'amount: the document has no such field.'],
      [{ dob: true }, 'Date of birth: must be text.'],
    ] as const) {
      const { status, error } = await save(signer, values);
      expect([status, error.code, error.message]).toEqual([400, 'validation_failed', message]);
    }
    expect((await opened(signer)).last_saved).toBeNull();
  });

  it('of one signer are not shown to another, and are not part of the document', async () => {
    const { agent, id } = await clientLink('Advisory Agreement');
    const { body } = await agent.call(openEnvelope, { params: { id: String(id) } });
    const advisor = t.current.withToken(lastPart(body.embedded_url));
    const mine = await opened(advisor);
    const text = mine.fields.find(({ kind, is_mine }) => is_mine && (kind === 'list' || kind === 'checkbox'));
    if (!text) throw new Error('the sample has nothing that the advisor fills in');
    const choice = text.kind === 'list' ? (text.options.at(-1) ?? '') : true;
    expect((await save(advisor, { [text.name]: choice })).status).toBe(200);
    expect((await opened(advisor)).values[text.name]).toBe(choice);
    const state = await t.current.deps.esign.status(body.envelopeId);
    expect(state.choices.checkboxTabs[text.label] ?? state.choices.listTabs[text.label]).not.toBe(choice);
    // The client's turn comes after the advisor's: the client's ticket shows none of it.
    const client = await t.current.deps.esign.signingUrl({
      envelopeId: body.envelopeId,
      signer: 'client',
      returnUrl: '/',
      holder: { agent: agent.agent.id, sign_in: signInOf(agent.token) },
    });
    const hers = await opened(t.current.withToken(lastPart(client)));
    expect([hers.state, hers.last_saved]).toEqual(['waiting', null]);
    expect(hers.fields.find(({ name }) => name === text.name)?.value).not.toBe(choice);
    expect((await save(t.current.withToken(lastPart(client)), {})).error.message).toBe(
      'The advisor has to sign first.',
    );
  });

  it('end with the signature, and a later save writes nothing', async () => {
    const { id, token } = await clientLink('HIPAA Authorization');
    const signer = await device(token);
    const { fields } = await opened(signer);
    const entered = Object.fromEntries(
      fields
        .filter(({ is_mine, kind }) => is_mine && kind !== 'signature' && kind !== 'date')
        .map(({ name, kind, value, options }) => [
          name,
          value || (kind === 'checkbox' ? false : (options.at(-1) ?? '01/31/1980')),
        ]),
    );
    await save(signer, entered);
    expect((await sign(signer, entered)).status).toBe(200);
    const late = await save(signer, entered);
    expect([late.status, late.error.code]).toEqual([409, 'wrong_state']);
    expect(await storedDrafts(id)).toEqual([NO_DRAFT]);
  });

  it.each([
    [
      'voided',
      async (agent: Awaited<ReturnType<typeof signInAs>>, id: number) => {
        await agent.call(voidEnvelope, { params: { id: String(id) }, body: { reason: 'Sent by mistake' } });
      },
    ],
    [
      'declined',
      async (_agent: unknown, _id: number, signer: Signer) => {
        await signer.call(declineSigning, { body: { reason: '' } });
      },
    ],
  ] as const)('end when the document is %s', async (state, end) => {
    const { agent, id, token } = await clientLink('HIPAA Authorization');
    const signer = await device(token);
    await save(signer, { dob: '01/31/1980' });
    await end(agent, id, signer);
    const shown = await opened(signer);
    expect([shown.state, shown.last_saved]).toEqual([state, null]);
    expect(await storedDrafts(id)).toEqual([NO_DRAFT]);
    expect((await save(signer, { dob: '01/31/1980' })).status).toBe(409);
  });
});
