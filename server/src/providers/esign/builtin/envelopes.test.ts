import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PDF } from '@libpdf/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { ONLY_SENT_OR_DELIVERED } from '#platform/ports/esign.ts';
import {
  CLIENT_INFO,
  envelopeOf,
  PEOPLE,
  signAs,
  signingInput,
  templateNamed,
  ticketFor,
  useEsign,
} from './testing/esign-fixture.ts';
import { bombPng, signaturePng } from './testing/signature-png.ts';
import { formPdf } from './testing/wild-pdfs.ts';

const t = useEsign();
const BOTH = 'Advisory Agreement';
const NAMES = { client_first_name: 'Ana', client_last_name: 'Silva' };

beforeAll(async () => {
  await t.current.esign.addToLibrary('Client only.pdf', await formPdf());
});

describe('envelope', () => {
  it('is created once per key, also for concurrent calls', async () => {
    const { esign, storage } = t.current;
    const input = {
      templateId: await templateNamed(esign, BOTH),
      idempotencyKey: randomUUID(),
      ...{ subject: 'Once', people: PEOPLE, prefill: {} },
    };
    const before = storage.files.size;
    const created = await Promise.all([1, 2, 3].map(() => esign.createEnvelope(input)));
    const again = await esign.createEnvelope({ ...input, subject: 'Different wording' });
    expect(new Set([...created, again].map(({ envelopeId }) => envelopeId)).size).toBe(1);
    expect(again).toMatchObject({ status: 'sent', completedAt: null, voidedAt: null });
    expect(again.envelopeId).toMatch(/^env_[\w-]{24}$/);
    expect(storage.files.size).toBe(before + 1);
  });

  it('requires a name for every signer and an existing template', async () => {
    const { esign } = t.current;
    const input = {
      templateId: await templateNamed(esign, BOTH),
      idempotencyKey: randomUUID(),
      subject: '',
      people: PEOPLE.slice(0, 1),
      prefill: {},
    };
    await expect(esign.createEnvelope(input)).rejects.toMatchObject({
      kind: 'invalid',
      message: 'The document needs the name of the client.',
    });
    await expect(esign.createEnvelope({ ...input, templateId: 'tpl_x' })).rejects.toMatchObject({
      kind: 'not_found',
    });
    await expect(esign.status('env_unknown')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('retains its document when the library replaces it', async () => {
    const { esign, templatesDir } = t.current;
    await esign.addToLibrary('Changing.pdf', await formPdf());
    const envelope = await envelopeOf(esign, 'Changing');
    await writeFile(
      path.join(templatesDir, 'Changing.pdf'),
      await formPdf({ change: (pdf) => pdf.getOrCreateForm().removeField('dental') }),
    );
    const id = await templateNamed(esign, 'Changing');
    expect((await esign.template(id)).tabs.checkboxTabs).toEqual([]);
    const done = await signAs(esign, envelope, 'client', { dental: true });
    expect(done.choices.checkboxTabs).toEqual({ Dental: true });
  });

  it('does not return a document that was changed in storage', async () => {
    const { esign, storage } = t.current;
    const envelope = await envelopeOf(esign, 'Client only');
    await signAs(esign, envelope, 'client');
    const key =
      [...storage.files.keys()].find((name) => name.includes(envelope) && name.includes('sealed')) ?? '';
    const bytes = storage.files.get(key);
    bytes?.set([bytes.readUInt8(400) ^ 1], 400);
    await expect(esign.document(envelope, '1')).rejects.toThrow('changed in storage');
  });

  it('lists one document and returns not_found for any other', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, 'Client only');
    expect(await esign.documents(envelope)).toEqual([{ documentId: '1', name: 'Client only.pdf' }]);
    await expect(esign.document(envelope, '2')).rejects.toMatchObject({ kind: 'not_found' });
    expect((await esign.document(envelope, '1')).subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe('signing', () => {
  it("is signed by the advisor first and then by the client, who sees the advisor's entries", async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, BOTH, NAMES);
    const client = await ticketFor(esign, envelope, 'client');
    expect((await esign.view(client)).state).toBe('waiting');
    await expect(esign.sign(client, signingInput('Ana Silva'), CLIENT_INFO)).rejects.toMatchObject({
      kind: 'wrong_state',
      message: 'The advisor has to sign first.',
    });
    const first = await signAs(esign, envelope, 'advisor', { financial_plan: true });
    expect(first.signers.map(({ status }) => status)).toEqual(['signed', 'waiting']);
    expect((await esign.view(await ticketFor(esign, envelope, 'advisor'))).state).toBe('signed');
    const view = await esign.view(client);
    expect(view).toMatchObject({ state: 'ready', title: BOTH, signerName: 'José Ñandú Pérez de la Peña' });
    expect(view.fields.find(({ name }) => name === 'financial_plan')).toMatchObject({
      is_mine: true,
      value: true,
    });
    expect(view.fields.find(({ name }) => name === 'advisor_signature')).toMatchObject({ is_mine: false });
    expect(view.fields.find(({ name }) => name === 'client_date')).toMatchObject({
      kind: 'date',
      value: '11/20/2026',
    });
    const last = await signAs(esign, envelope, 'client');
    expect(last).toMatchObject({ status: 'completed', completedAt: t.current.clock.now() });
    expect((await esign.view(client)).state).toBe('completed');
  });

  it('lets the advisor preselect options but not fill in fields named for the client', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, BOTH, NAMES);
    const { fields } = await esign.view(await ticketFor(esign, envelope, 'advisor'));
    const mine = (name: string) => fields.find((field) => field.name === name);
    expect(mine('planning_package')).toMatchObject({
      is_mine: true,
      is_own: false,
      required: false,
      kind: 'list',
    });
    expect(mine('advisor_signature')).toMatchObject({
      is_mine: true,
      is_own: true,
      required: true,
      kind: 'signature',
    });
    expect(mine('client_first_name')).toMatchObject({ is_mine: false, value: 'Ana' });
    expect(mine('client_signature')?.is_mine).toBe(false);
  });

  it('is signed only once, however often the signer clicks', async () => {
    const { esign, database } = t.current;
    const envelope = await envelopeOf(esign, 'Client only');
    const ticket = await ticketFor(esign, envelope, 'client');
    const done = await Promise.all([1, 2].map(() => esign.sign(ticket, signingInput('One'), CLIENT_INFO)));
    const later = await esign.sign(ticket, signingInput('One'), CLIENT_INFO);
    await expect(esign.sign(ticket, signingInput('Two'), CLIENT_INFO)).rejects.toMatchObject({
      kind: 'wrong_state',
    });
    expect(done.map(({ state }) => state.status)).toEqual(['completed', 'completed']);
    for (const { finished } of done) expect(finished).toEqual(later.finished);
    const events = await database.query<{ kind: string }>(
      `select kind from esign_events e join esign_envelopes v on v.id = e.envelope_row where v.envelope_id = $1 order by e.id`,
      [envelope],
    );
    expect(events.map(({ kind }) => kind)).toEqual(['created', 'sent', 'consent', 'signed', 'sealed']);
  });

  it.each<[string, Parameters<typeof signingInput>[1], string]>([
    ['a list item that is not on the list', { plan: 'Bronze' }, 'Plan: choose an item from the list.'],
    ['a text for a check box', { dental: 'yes' }, 'Dental: must be checked or unchecked.'],
    ['a boolean for a text field', { primary_email: true }, 'Primary email: must be text.'],
    ['a text that is too long', { primary_email: 'x'.repeat(5001) }, 'Primary email: the text is too long.'],
  ])('rejects %s and names the field', async (_, values, message) => {
    const { esign } = t.current;
    const ticket = await ticketFor(esign, await envelopeOf(esign, 'Client only'), 'client');
    await expect(esign.sign(ticket, signingInput('Ana', values), CLIENT_INFO)).rejects.toMatchObject({
      kind: 'invalid',
      message,
    });
  });

  it('names missing required fields, ignores fields of other signers and rejects unknown ones', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, 'HIPAA Authorization', NAMES);
    await expect(signAs(esign, envelope, 'client')).rejects.toThrow('Date of birth: this field is required.');
    const missing = { fields: [{ path: 'dob', message: 'is required' }] };
    await expect(signAs(esign, envelope, 'client')).rejects.toMatchObject(missing);
    const values = { dob: '01/01/1990', client_signature: 'x' };
    for (const name of ['nothing', '__proto__', 'constructor', 'DOB']) {
      const unknown = Object.fromEntries([...Object.entries(values), [name, 'x']]);
      const rejection = { fields: [{ path: name, message: 'is not a field of the document' }] };
      await expect(signAs(esign, envelope, 'client', unknown)).rejects.toMatchObject(rejection);
    }
    expect((await signAs(esign, envelope, 'client', values)).status).toBe('completed');
  });

  it.each<[string, { name?: string; image?: Buffer }, RegExp]>([
    ['no name', { name: '  ' }, /name is missing/],
    ['no picture', { image: Buffer.from('GIF89a') }, /PNG picture/],
    ['a truncated picture', { image: signaturePng().subarray(0, 200) }, /cannot be read/],
    ['a picture that decompresses to more than its declared size', { image: bombPng() }, /cannot be read/],
    ['a picture that is too large', { image: signaturePng(5000, 2) }, /too large/],
  ])('rejects a signature with %s', async (_, change, message) => {
    const { esign } = t.current;
    const ticket = await ticketFor(esign, await envelopeOf(esign, 'Client only'), 'client');
    const input = signingInput('Ana');
    const signature = { ...input.signature, ...change };
    await expect(esign.sign(ticket, { ...input, signature }, CLIENT_INFO)).rejects.toThrow(message);
  });
});

describe('end states of an envelope', () => {
  it('is delivered once a signer has opened it, and records only the first view', async () => {
    const { esign, database } = t.current;
    const envelope = await envelopeOf(esign, 'Client only');
    const ticket = await ticketFor(esign, envelope, 'client');
    await esign.view(ticket);
    expect((await esign.status(envelope)).status).toBe('sent');
    for (let views = 0; views < 2; views += 1) await esign.recordViewed(ticket, CLIENT_INFO);
    expect((await esign.status(envelope)).status).toBe('delivered');
    const [seen] = await database.query<{ count: number }>(
      `select count(*) from esign_events e join esign_envelopes v on v.id = e.envelope_row
        where v.envelope_id = $1 and kind = 'opened'`,
      [envelope],
    );
    expect(seen?.count).toBe(1);
  });

  it('can be voided while sent or delivered, and then cannot be signed', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, BOTH, NAMES);
    await signAs(esign, envelope, 'advisor');
    await esign.void(envelope, 'Wrong form');
    expect(await esign.status(envelope)).toMatchObject({ status: 'voided', voidedAt: t.current.clock.now() });
    await expect(signAs(esign, envelope, 'client')).rejects.toMatchObject({ kind: 'wrong_state' });
    expect((await esign.view(await ticketFor(esign, envelope, 'client'))).state).toBe('voided');
    const shown = await PDF.load(await esign.document(envelope, '1'));
    expect(shown.getPages().map((page) => page.extractText().text.includes('VOIDED'))).toEqual([true, true]);
    await expect(esign.void(envelope, 'Again')).rejects.toThrow(ONLY_SENT_OR_DELIVERED);
  });

  it('cannot be voided when completed or declined', async () => {
    const { esign } = t.current;
    const complete = await envelopeOf(esign, 'Client only');
    await signAs(esign, complete, 'client');
    await expect(esign.void(complete, 'Late')).rejects.toMatchObject({
      kind: 'wrong_state',
      message: ONLY_SENT_OR_DELIVERED,
    });
    const declined = await envelopeOf(esign, 'Client only');
    await esign.decline(await ticketFor(esign, declined, 'client'), 'No', CLIENT_INFO);
    await expect(esign.void(declined, 'Late')).rejects.toThrow(ONLY_SENT_OR_DELIVERED);
  });

  it('is declined for all by one signer, and a repeated decline returns the same', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, BOTH, NAMES);
    const ticket = await ticketFor(esign, envelope, 'advisor');
    const first = await esign.decline(ticket, 'Not my client', CLIENT_INFO);
    expect(first.status).toBe('declined');
    expect(first.signers.map(({ status }) => status)).toEqual(['declined', 'waiting']);
    expect((await esign.decline(ticket, 'Not my client', CLIENT_INFO)).status).toBe('declined');
    await expect(signAs(esign, envelope, 'client')).rejects.toMatchObject({
      kind: 'wrong_state',
      message: 'This document was declined and can no longer be signed.',
    });
  });

  it('cannot be declined after signing', async () => {
    const { esign } = t.current;
    const envelope = await envelopeOf(esign, 'Client only');
    await signAs(esign, envelope, 'client');
    const ticket = await ticketFor(esign, envelope, 'client');
    await expect(esign.decline(ticket, 'Late', CLIENT_INFO)).rejects.toMatchObject({ kind: 'wrong_state' });
  });
});

describe('signing URL', () => {
  it('is on the origin of the return URL, names the signer and expires after an hour', async () => {
    const { esign, clock } = t.current;
    const envelopeId = await envelopeOf(esign, BOTH);
    const back = 'https://portal.example/crm/signed?formId=4';
    const url = new URL(await esign.signingUrl({ envelopeId, signer: 'client', returnUrl: back }));
    const token = url.pathname.replace('/signing/', '');
    expect(url.origin).toBe('https://portal.example');
    expect(esign.readTicket(token)).toMatchObject({ envelopeId, signer: 'client', returnUrl: back });
    expect(esign.readTicket(`${token.slice(0, -3)}abc`)).toBeNull();
    clock.advance(61 * 60_000);
    expect(esign.readTicket(token)).toBeNull();
  });

  it('is issued only to signers of the envelope', async () => {
    const { esign } = t.current;
    const envelopeId = await envelopeOf(esign, 'Client only');
    const request = esign.signingUrl({ envelopeId, signer: 'advisor', returnUrl: '/crm' });
    await expect(request).rejects.toMatchObject({ kind: 'not_found' });
    expect(await esign.signingUrl({ envelopeId, signer: 'client', returnUrl: '/crm' })).toMatch(
      /^\/signing\//,
    );
  });
});
