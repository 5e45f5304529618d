import { EsignError, type EsignSigner } from '#platform/ports/esign.ts';
import { type DocusignTools, findInList, pathOf, requireRow } from './envelopes.ts';
import { codeOf } from './errors.ts';
import { clientUserIdOf, type KnownSigner, type KnownState, readState } from './known-state.ts';
import type { SentRow } from './repository.ts';
import { viewSchema } from './wire.ts';

const LONGEST_RETURN_URL = 470;
const OVER: Readonly<Record<string, string>> = {
  completed: 'This document is already complete.',
  declined: 'This document was declined and can no longer be signed.',
  voided: 'This document was voided and can no longer be signed.',
};

/**
 * The URL where this signer signs: valid once and for five minutes, so it is created at the click and never stored. DocuSign
 * requires the name and address that it has itself. The stored ones come from the last update; when they are outdated (a signer
 * may correct their name while signing) they are fetched, and the URL is requested once more.
 */
export async function signingUrl(
  tools: DocusignTools,
  { envelopeId, signer, returnUrl }: { envelopeId: string; signer: EsignSigner; returnUrl: string },
): Promise<string> {
  const row = await requireRow(tools, envelopeId);
  const back = returnUrlOf(tools.settings.publicUrl, returnUrl);
  const known = requireSigner(readState(row.state) ?? (await findInList(tools, row)), signer);
  try {
    return await openView(tools, row, known, back);
  } catch (error) {
    if (!(error instanceof EsignError) || error.kind !== 'invalid') throw error;
    // DocuSign has many codes for a document that was voided, expired or finished meanwhile.
    const fresh = requireSigner(await findInList(tools, row), signer, error);
    if (fresh.name === known.name && fresh.email === known.email) throw error;
    return openView(tools, row, fresh, back);
  }
}

async function openView(
  { client }: DocusignTools,
  { envelope_id, transaction_id }: SentRow,
  { role, name, email }: KnownSigner,
  returnUrl: string,
): Promise<string> {
  const clientUserId = clientUserIdOf(role, transaction_id);
  const body = { returnUrl, authenticationMethod: 'none', clientUserId, userName: name, email };
  const path = `${pathOf(envelope_id)}/views/recipient`;
  try {
    return (await client.send({ method: 'POST', path, body, repetition: 'repeatable' }, viewSchema)).url;
  } catch (error) {
    if (codeOf(error) !== 'RECIPIENT_NOT_IN_SEQUENCE') throw error;
    const other = role === 'client' ? 'advisor' : 'client';
    throw new EsignError('wrong_state', `The ${other} has to sign first.`, { cause: error });
  }
}

/** The signer, while the envelope can still be signed. */
function requireSigner({ status, signers }: KnownState, role: EsignSigner, cause?: unknown): KnownSigner {
  const over = OVER[status];
  if (over) throw new EsignError('wrong_state', over, { cause });
  const signer = signers.find((each) => each.role === role);
  if (!signer) throw new EsignError('not_found', `The ${role} does not sign this document.`);
  return signer;
}

/** DocuSign redirects people over https only, except on a developer's own machine. */
export function returnUrlOf(publicUrl: string, returnUrl: string): string {
  const url = new URL(returnUrl, publicUrl);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocal)) {
    throw new EsignError('unavailable', 'PUBLIC_URL must start with https:// for signing with DocuSign.');
  }
  if (url.href.length > LONGEST_RETURN_URL) {
    throw new EsignError('invalid', `A return URL must not be longer than ${LONGEST_RETURN_URL} characters.`);
  }
  return url.href;
}
