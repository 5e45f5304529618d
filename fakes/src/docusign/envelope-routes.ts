import type { Express, Request } from 'express';
import { z } from 'zod';
import { ApiError, answer, badParameter, choices, pathPart, query } from './answers.ts';
import type { Books, FakeEnvelope } from './books.ts';
import { createEnvelope } from './create-envelope.ts';
import type { Downloads } from './downloads.ts';
import type { EnvelopeLife } from './envelope-life.ts';
import { listEnvelopes } from './envelope-list.ts';
import {
  customFieldsWire,
  documentsWire,
  envelopeWire,
  formDataWire,
  recipientsWire,
} from './envelope-wire.ts';
import type { Polling } from './polling.ts';
import { envelopePdf } from './sample-pdf.ts';

const ROOT = '/restapi/v2.1/accounts/:accountId/envelopes';
const INCLUDES = [
  'custom_fields',
  'documents',
  'attachments',
  'extensions',
  'folders',
  'recipients',
  'powerform',
  'tabs',
  'payment_tabs',
];
const MAX_REASON = 200;

export interface EnvelopeParts {
  books: Books;
  life: EnvelopeLife;
  downloads: Downloads;
  polling: Polling;
}

export function envelopeRoutes(app: Express, { books, life, downloads, polling }: EnvelopeParts): void {
  app.get(
    ROOT,
    answer((request) => listEnvelopes(books, request)),
  );
  app.post(
    ROOT,
    answer((request) => {
      const preservesRouting = query(request, 'change_routing_order') === 'true';
      const envelope = createEnvelope(books, request.body, preservesRouting);
      if (z.looseObject({ status: z.literal('sent') }).safeParse(request.body).success) life.send(envelope);
      books.save();
      const { envelopeId, status, statusChangedDateTime } = envelope;
      const uri = `/envelopes/${envelopeId}`;
      return { status: 201, json: { envelopeId, status, statusDateTime: statusChangedDateTime, uri } };
    }),
  );
  app.put(
    `${ROOT}/status`,
    answer((request) => listEnvelopes(books, request)),
  );
  app.get(
    `${ROOT}/:envelopeId`,
    polling.guard,
    answer((request) => ({
      json: envelopeWire(wantedEnvelope(books, request), choices(request, 'include', INCLUDES)),
    })),
  );
  app.put(
    `${ROOT}/:envelopeId`,
    answer((request) => updateEnvelope(books, life, request)),
  );
  envelopePartRoutes(app, books, polling);
  envelopeDocumentRoutes(app, books, downloads);
}

const updateSchema = z.looseObject({ status: z.string().optional(), voidedReason: z.string().optional() });

function updateEnvelope(books: Books, life: EnvelopeLife, request: Request) {
  const envelope = wantedEnvelope(books, request);
  const { status, voidedReason = '' } = updateSchema.parse(request.body);
  if (status === 'voided') {
    if (voidedReason.trim() === '') {
      throw badParameter("'voidedReason' is required when an envelope is voided.");
    }
    if (voidedReason.length > MAX_REASON) {
      throw badParameter(`'voidedReason' is longer than ${MAX_REASON} characters.`);
    }
    life.void(envelope, voidedReason);
  } else if (status === 'sent') {
    const missing = envelope.recipients.find(({ name, email }) => name === '' || email === '');
    if (missing) {
      throw new ApiError('ENVELOPE_IS_INCOMPLETE', `The role '${missing.roleName}' has no recipient.`);
    }
    life.send(envelope);
  } else throw badParameter(`An envelope cannot be set to the status '${status ?? ''}'.`);
  books.save();
  return { json: { envelopeId: envelope.envelopeId } };
}

function envelopePartRoutes(app: Express, books: Books, polling: Polling): void {
  const part = (path: string, toJson: (envelope: FakeEnvelope, request: Request) => object) =>
    app.get(
      `${ROOT}/:envelopeId/${path}`,
      polling.guard,
      answer((request) => ({ json: toJson(wantedEnvelope(books, request), request) })),
    );
  part('recipients', (envelope, request) =>
    recipientsWire(envelope, query(request, 'include_tabs') === 'true'),
  );
  part('recipients/:recipientId/tabs', (envelope, request) => {
    const id = pathPart(request, 'recipientId');
    const recipient = envelope.recipients.find(({ recipientId }) => recipientId === id);
    if (!recipient) throw new ApiError('INVALID_RECIPIENT_ID', 'Invalid recipient id.');
    return recipient.tabs;
  });
  part('form_data', formDataWire);
  part('custom_fields', customFieldsWire);
}

function envelopeDocumentRoutes(app: Express, books: Books, downloads: Downloads): void {
  app.get(
    `${ROOT}/:envelopeId/documents`,
    answer((request) => {
      const envelope = wantedEnvelope(books, request);
      return { json: { envelopeId: envelope.envelopeId, envelopeDocuments: documentsWire(envelope) } };
    }),
  );
  app.get(
    `${ROOT}/:envelopeId/documents/:documentId`,
    downloads.limit,
    answer(async (request) => {
      const envelope = wantedEnvelope(books, request);
      const id = pathPart(request, 'documentId');
      const found = envelope.documents.filter(({ documentId }) => id === 'combined' || documentId === id);
      if (found.length === 0 && id !== 'certificate') {
        throw new ApiError('DOCUMENT_DOES_NOT_EXIST', 'The document specified was not found.');
      }
      const withCertificate =
        id === 'certificate' || (id === 'combined' && query(request, 'certificate') === 'true');
      return { pdf: await envelopePdf(envelope, found, withCertificate), name: `${id}.pdf` };
    }),
  );
}

export function wantedEnvelope(books: Books, request: Request): FakeEnvelope {
  const envelope = books.envelope(pathPart(request, 'envelopeId'));
  if (envelope) return envelope;
  throw new ApiError('ENVELOPE_DOES_NOT_EXIST', 'The envelope ID specified does not exist.');
}
