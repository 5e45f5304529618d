import { setTimeout as sleep } from 'node:timers/promises';
import type { EsignPort } from '#platform/ports/esign.ts';
import { createHttpClient } from '../../http/client.ts';
import { type AccessTokens, createAccessTokens } from './access-token.ts';
import { changedSince } from './changed-since.ts';
import { eventOf, isSigned, readEvent } from './connect.ts';
import { createEnvelope } from './create-envelope.ts';
import { listDocuments, readDocument } from './documents.ts';
import { createDocusignClient } from './docusign-client.ts';
import { type DocusignTools, statusOf } from './envelopes.ts';
import { type DocusignOptions, settingsOf } from './settings.ts';
import { signingUrl } from './signing-url.ts';
import { listTemplates, readTemplate, templateDocument } from './templates.ts';
import { voidEnvelope } from './void-envelope.ts';

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
