import { setTimeout as sleep } from 'node:timers/promises';
import { voidAllowed } from '@ledgerline/contract/rules';
import {
  type EsignDocument,
  EsignError,
  type EsignPort,
  ONLY_SENT_OR_DELIVERED,
} from '#platform/ports/esign.ts';
import { createHttpClient } from '../../http/client.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { changedSince } from './changed-since.ts';
import { eventOf, isSigned, readEvent } from './connect.ts';
import { createEnvelope } from './create-envelope.ts';
import { cut } from './define-envelope.ts';
import { createDocusignClient } from './docusign-client.ts';
import { apply, type DocusignTools, findInList, pathOf, requireRow, statusOf } from './envelopes.ts';
import { isOver, readState } from './known-state.ts';
import { type DocusignOptions, settingsOf } from './settings.ts';
import { signingUrl } from './signing-url.ts';
import { inOrder, listTemplates, pdfDocument, readTemplate, templateDocument } from './templates.ts';
import { envelopeDocumentsSchema, nothingSchema } from './wire.ts';

export type { DocusignOptions } from './settings.ts';

/** DocuSign eSignature v2.1 on plain fetch. Cheap to create: the first call signs in. */
export function createDocusignEsign(options: DocusignOptions): EsignPort & { readonly hasOwnPage: false } {
  const tools = docusignTools(options);
  const { settings, clock } = tools;
  return {
    name: 'docusign',
    hasOwnPage: false,
    listTemplates: () => listTemplates(tools),
    template: async (id) => (await readTemplate(tools, id)).template,
    templateDocument: (id, documentId) => templateDocument(tools, id, documentId),
    createEnvelope: (input) => createEnvelope(tools, input),
    signingUrl: (input) => signingUrl(tools, input),
    status: (envelopeId) => statusOf(tools, envelopeId),
    changedSince: (since) => changedSince(tools, since),
    documents: (envelopeId) => listDocuments(tools, envelopeId),
    document: (envelopeId, documentId) => readDocument(tools, envelopeId, documentId),
    finished: async (envelopeId) => ({ bytes: await readDocument(tools, envelopeId, 'combined') }),
    void: (envelopeId, reason) => voidEnvelope(tools, envelopeId, reason),
    verifyWebhook(rawBody, headers) {
      // The webhook receiver logs rejected messages and throttles floods of them.
      return isSigned(settings.connectSecrets, rawBody, headers) ? eventOf(rawBody, clock.now()) : null;
    },
    readEvent: (body) => readEvent(tools, body),
  };
}

/** Dependencies of the adapter and its check. */
export function docusignTools(options: DocusignOptions): DocusignTools & { access: AccessTokens } {
  const { config, database, clock, log, wait = sleep, fetch } = options;
  const settings = settingsOf(config);
  const http = createHttpClient({
    name: 'docusign',
    log,
    traceHeader: 'X-DocuSign-TraceToken',
    wait,
    ...(fetch ? { fetch } : {}),
  });
  const access = createAccessTokens({ http, settings, clock });
  const client = createDocusignClient({ http, settings, access, clock, log });
  return { client, settings, database, clock, log, wait, access };
}

/** The signed documents; `combined` includes the certificate. */
async function listDocuments(tools: DocusignTools, envelopeId: string): Promise<EsignDocument[]> {
  await requireRow(tools, envelopeId);
  const path = `${pathOf(envelopeId)}/documents`;
  const { envelopeDocuments } = await tools.client.read(path, envelopeDocumentsSchema);
  const isSigned = ({ documentId, type }: { documentId: string; type: string }) =>
    documentId !== 'certificate' && type !== 'summary';
  return inOrder(envelopeDocuments.filter(isSigned)).map(pdfDocument);
}

async function readDocument(tools: DocusignTools, envelopeId: string, documentId: string): Promise<Buffer> {
  await requireRow(tools, envelopeId);
  const path = `${pathOf(envelopeId)}/documents/${encodeURIComponent(documentId)}`;
  return tools.client.readPdf(path, documentId === 'combined' ? { query: { certificate: 'true' } } : {});
}

const LONGEST_REASON = 200;

/**
 * Voids an open envelope. Idempotent: when DocuSign rejects the request, the current state is checked; it may be voided
 * already.
 */
async function voidEnvelope(tools: DocusignTools, envelopeId: string, reason: string): Promise<void> {
  const row = await requireRow(tools, envelopeId);
  const known = readState(row.state);
  if (known?.status === 'voided') return;
  if (known && isOver(known)) throw new EsignError('wrong_state', ONLY_SENT_OR_DELIVERED);
  const body = { status: 'voided', voidedReason: cut(reason, LONGEST_REASON) || 'Voided' };
  const asOf = tools.clock.now();
  try {
    const call = { method: 'PUT', path: pathOf(envelopeId), body, repetition: 'repeatable' } as const;
    await tools.client.send(call, nothingSchema);
  } catch (error) {
    if (!(error instanceof EsignError) || error.kind !== 'invalid') throw error;
    const { status } = await findInList(tools, row);
    if (status === 'voided') return;
    // Rejected for another reason, for example because someone is editing it at DocuSign.
    if (voidAllowed({ envelope_status: status })) throw error;
    throw new EsignError('wrong_state', ONLY_SENT_OR_DELIVERED, { cause: error });
  }
  const signers = null;
  const at = { completedAt: null, voidedAt: asOf, changedAt: asOf, asOf };
  await apply(tools, row, { status: 'voided', signers, choices: null, ...at });
}
