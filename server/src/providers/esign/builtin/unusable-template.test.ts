import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SigningTicket } from '#platform/ports/built-in-signing.ts';
import { sha256 } from './template-limits.ts';
import {
  CLIENT_INFO,
  envelopeOf,
  signAs,
  signingInput,
  ticketFor,
  useEsign,
} from './testing/esign-fixture.ts';
import { encryptedAndBroken, withLostPicture } from './testing/odd-pdfs.ts';
import { formPdf } from './testing/wild-pdfs.ts';

const t = useEsign();

beforeAll(async () => {
  await t.current.esign.addToLibrary('Agreement.pdf', await formPdf());
});

describe.each<[string, () => Buffer | Promise<Buffer>, boolean]>([
  ['content that the parser does not find', withLostPicture, true],
  ['broken encryption', encryptedAndBroken, true],
  ['pages that can no longer be read', () => Buffer.from('no PDF'), false],
])('open envelope whose document has %s', (_, build, canOpen) => {
  let envelope: string;
  let ticket: SigningTicket;

  beforeEach(async () => {
    envelope = await envelopeOf(t.current.esign, 'Agreement');
    ticket = await ticketFor(t.current.esign, envelope, 'client');
    await replaceDocument(envelope, await build());
  });

  it('returns its status', async () => {
    expect(await t.current.esign.status(envelope)).toMatchObject({
      status: 'sent',
      signers: [{ role: 'client', status: 'waiting' }],
    });
  });

  it('can be voided', async () => {
    await t.current.esign.void(envelope, 'Sent by mistake');
    expect(await t.current.esign.status(envelope)).toMatchObject({ status: 'voided' });
  });

  it('can be declined', async () => {
    if (canOpen) expect((await t.current.esign.view(ticket)).state).toBe('ready');
    expect(await t.current.esign.decline(ticket, 'No', CLIENT_INFO)).toMatchObject({ status: 'declined' });
  });

  it('is listed among the changed envelopes', async () => {
    const changed = await t.current.esign.changedSince(t.current.clock.now());
    expect(changed.find(({ envelopeId }) => envelopeId === envelope)).toMatchObject({ status: 'sent' });
  });

  it('is not signed, because it would lose content', async () => {
    const { esign } = t.current;
    const answer = esign.sign(ticket, signingInput('Ana'), CLIENT_INFO);
    await expect(answer).rejects.toMatchObject({ kind: 'content_lost' });
    expect((await esign.status(envelope)).signers[0]?.status).toBe('waiting');
  });
});

it('returns wrong_state to a signer who has already signed a document that can no longer be opened', async () => {
  const { esign } = t.current;
  const envelope = await envelopeOf(esign, 'Agreement');
  await signAs(esign, envelope, 'client');
  await replaceDocument(envelope, Buffer.from('no PDF'));
  await expect(signAs(esign, envelope, 'client')).rejects.toMatchObject({ kind: 'wrong_state' });
});

it('lists the other changed envelopes when the document of one is missing', async () => {
  const { esign, storage, clock } = t.current;
  const [lost, other] = [await envelopeOf(esign, 'Agreement'), await envelopeOf(esign, 'Agreement')];
  storage.files.delete(keyOf(lost));
  const changed = (await esign.changedSince(clock.now())).map(({ envelopeId }) => envelopeId);
  expect(changed).toContain(other);
  expect(changed).not.toContain(lost);
});

const keyOf = (envelope: string) => `esign/${envelope}/template.pdf`;

/** As if it had been sent before such documents were rejected. */
async function replaceDocument(envelope: string, bytes: Buffer): Promise<void> {
  await t.current.storage.put(keyOf(envelope), bytes);
  const values = [sha256(bytes), envelope];
  await t.current.database.query(
    'update esign_envelopes set template_sha256 = $1 where envelope_id = $2',
    values,
  );
}
