import { rgb } from '@libpdf/core';
import type { SigningTicket, SigningView } from '#platform/ports/own-signing.ts';
import { upright } from './draw-fields.ts';
import {
  type EnvelopeWithSigners,
  type EsignTools,
  openEnvelopeTemplate,
  requireEnvelope,
  requireSigner,
  signingStateOf,
} from './envelope-state.ts';
import { isFilledBy, signingFields } from './field-owners.ts';
import type { OpenTemplate } from './open-template.ts';
import { shownSize } from './page-geometry.ts';
import { drawEntries } from './render.ts';
import { decryptDraft, openSignatures, openValues } from './sealed-values.ts';
import { readSealed } from './sign-envelope.ts';
import { signingDate } from './signing-date.ts';

/** What a signer sees: everything but his own open fields is drawn into the document. */
export async function viewEnvelope(tools: EsignTools, ticket: SigningTicket): Promise<SigningView> {
  const current = await requireEnvelope(tools.database, ticket.envelopeId);
  const { envelope, signers } = current;
  const signer = requireSigner(signers, ticket.signer);
  const state = signingStateOf(current, ticket.signer);
  const template = await openEnvelopeTemplate(tools, envelope);
  const values = openValues(tools.cipher, template.fields, envelope, signers);
  const date = signingDate(tools.clock.now(), tools.timeZone);
  const isOpen = state === 'ready' || state === 'waiting';
  const fields = signingFields(template, { role: signer.role, name: signer.name, date }, values);
  const draft = decryptDraft(tools.cipher, signer);
  const pages = template.shapes.map(shownSize);
  const writer = drawEntries(template, {
    values,
    signatures: openSignatures(tools.cipher, signers, tools.timeZone),
    isLeftEmpty: (field) => isOpen && isFilledBy(field, signer.role, template.recipients),
  });
  return {
    state,
    signerName: signer.name,
    title: envelope.title,
    document: await writer.save(),
    pages,
    fields: fields.map((field) =>
      isOpen ? { ...field, value: draft[field.name] ?? field.value } : { ...field, is_mine: false },
    ),
    lastSaved: signer.draft_saved_at,
  };
}

/** The document as far as it is signed; the sealed one once it is complete. */
export async function currentDocument(tools: EsignTools, current: EnvelopeWithSigners): Promise<Buffer> {
  const { envelope, signers } = current;
  if (envelope.status === 'completed') return readSealed(tools, current);
  const template = await openEnvelopeTemplate(tools, envelope);
  const writer = drawEntries(template, {
    values: openValues(tools.cipher, template.fields, envelope, signers),
    signatures: openSignatures(tools.cipher, signers, tools.timeZone),
  });
  if (envelope.status === 'voided' || envelope.status === 'declined') markAs(envelope.status, template);
  return writer.save();
}

/** A document that came to nothing says so at the top right of every page. */
function markAs(status: 'voided' | 'declined', { pages, shapes }: OpenTemplate): void {
  for (const [position, page] of pages.entries()) {
    const shape = shapes[position];
    if (!shape) continue;
    const spot = { page, box: shape.crop, ...shownSize(shape) };
    const place = { x: spot.width - 100, y: spot.height - 28, size: 14, font: 'Helvetica-Bold' as const };
    upright(spot, () => page.drawText(status.toUpperCase(), { ...place, color: rgb(0.78, 0.1, 0.1) }));
  }
}
