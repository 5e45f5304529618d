import type { SigningTicket, SigningView } from '#platform/ports/built-in-signing.ts';
import { decryptDraft, openSignatures, openValues } from './encrypted-values.ts';
import {
  type EnvelopeWithSigners,
  type EsignTools,
  openEnvelopeTemplate,
  requireEnvelope,
  requireSigner,
  signingStateOf,
} from './envelope-state.ts';
import { isFilledBy, signingFields } from './field-owners.ts';
import { drawSafely } from './open-safely.ts';
import { shownSize } from './page-geometry.ts';
import { readSealed } from './sign-envelope.ts';
import { signingDate } from './signing-date.ts';

/** What a signer sees beside the document, with the fields that still have to be filled in. */
export async function viewEnvelope(tools: EsignTools, ticket: SigningTicket): Promise<SigningView> {
  const { envelope, signers, signer, template, state, isOpen } = await openView(tools, ticket);
  const values = openValues(tools.cipher, template.fields, envelope, signers);
  const date = signingDate(tools.clock.now(), tools.timeZone);
  const fields = signingFields(template, { role: signer.role, name: signer.name, date }, values);
  const draft = decryptDraft(tools.cipher, signer);
  return {
    state,
    signerName: signer.name,
    title: envelope.title,
    pages: template.shapes.map(shownSize),
    fields: fields.map((field) =>
      isOpen ? { ...field, value: draft[field.name] ?? field.value } : { ...field, is_mine: false },
    ),
    lastSaved: signer.draft_saved_at,
    version: signer.draft_state?.version ?? 0,
  };
}

/** Everything except the signer's own open fields is drawn into the document. */
export async function viewDocument(tools: EsignTools, ticket: SigningTicket): Promise<Buffer> {
  const { envelope, signers, signer, template, isOpen } = await openView(tools, ticket);
  const { bytes, fields, recipients } = template;
  const open = isOpen ? fields.filter((field) => isFilledBy(field, signer.role, recipients)) : [];
  return drawSafely(bytes, {
    values: openValues(tools.cipher, fields, envelope, signers),
    signatures: openSignatures(tools.cipher, signers, tools.timeZone),
    leftEmpty: new Set(open.map(({ name }) => name)),
  });
}

async function openView(tools: EsignTools, ticket: SigningTicket) {
  const current = await requireEnvelope(tools.database, ticket.envelopeId);
  const signer = requireSigner(current.signers, ticket.signer);
  const state = signingStateOf(current, ticket.signer);
  const template = await openEnvelopeTemplate(tools, current.envelope);
  return { ...current, signer, state, isOpen: state === 'ready' || state === 'waiting', template };
}

/** The document with the signatures so far; the sealed one once it is complete. */
export async function currentDocument(tools: EsignTools, current: EnvelopeWithSigners): Promise<Buffer> {
  const { envelope, signers } = current;
  if (envelope.status === 'completed') return readSealed(tools, current);
  const { bytes, fields } = await openEnvelopeTemplate(tools, envelope);
  const { status } = envelope;
  return drawSafely(bytes, {
    values: openValues(tools.cipher, fields, envelope, signers),
    signatures: openSignatures(tools.cipher, signers, tools.timeZone),
    stamp: status === 'voided' || status === 'declined' ? status : undefined,
  });
}
