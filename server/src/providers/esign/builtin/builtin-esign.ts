import { z } from 'zod';
import type { TokenSigner } from '#platform/auth/tokens.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, DatabasePool } from '#platform/database/database.ts';
import type { Log } from '#platform/log.ts';
import type { OwnPageEsign, SigningTicket } from '#platform/ports/built-in-signing.ts';
import { type EnvelopeState, type EsignDocument, EsignError, SIGNERS } from '#platform/ports/esign.ts';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { type EsignTools, requireEnvelope, requireSigner, stateOf } from './envelope-state.ts';
import { currentDocument, viewDocument, viewEnvelope } from './envelope-view.ts';
import { createEnvelope, declineEnvelope, recordViewed, voidEnvelope } from './envelopes.ts';
import { startingValues } from './field-owners.ts';
import { openLibrary } from './library.ts';
import { drawSafely, readFacts } from './open-safely.ts';
import { listChangedSince } from './repository.ts';
import { sealedFile, signEnvelope } from './sign-envelope.ts';
import { saveProgress } from './signing-progress.ts';
import { sha256 } from './template-limits.ts';

export interface BuiltinEsignOptions {
  database: DatabasePool;
  storage: Storage;
  clock: Clock;
  tokens: TokenSigner;
  cipher: FieldCipher;
  log: Log;
  /** DATA_DIR/templates; created and filled with the samples when first needed. */
  templatesDir: string;
  /** BRAND: on the certificate page and in the certificate of the seal. */
  brokerage: string;
  /** The brokerage's logo, for the certificate page; null without one. */
  readLogo?: (db: Database) => Promise<Buffer | null>;
  /** TIME_ZONE: signing dates and the times on the certificate page. */
  timeZone: string;
  /** Path of the signing screen for a ticket; `/signing/{ticket}` by default. */
  signingPath?: (ticket: string) => string;
}

/** Long enough to read a contract; a signer who is late requests a new link. */
const TICKET_MS = 60 * 60_000;
/** In this provider, a template or an envelope is a single document. */
const DOCUMENT_ID = '1';

const ticketSchema = z.object({
  envelopeId: z.string(),
  signer: z.enum(SIGNERS),
  returnUrl: z.string(),
  holder: z
    .union([z.object({ link: z.number() }), z.object({ agent: z.number(), sign_in: z.number() })])
    .optional(),
  exp: z.number(),
});

/**
 * The built-in provider. Cheap to create: the first call that needs the folder, the samples or the certificate creates them.
 */
export function createBuiltinEsign(options: BuiltinEsignOptions): OwnPageEsign {
  const library = openLibrary(options.templatesDir, options.log);
  const tools: EsignTools = { ...options, library };
  const { database } = options;
  return {
    name: 'builtin',
    hasOwnPage: true,
    listTemplates: () => library.listUsable(),
    async template(id) {
      const { name, version, tabs, recipients } = await library.read(id);
      return { id, name, version, tabs, recipients, documents: [documentNamed(name)] };
    },
    async templateDocument(id, documentId) {
      requireDocument(documentId);
      return blankDocument((await library.read(id)).bytes);
    },
    createEnvelope: (input) => createEnvelope(tools, input),
    signingUrl: (input) => signingUrl(options, input),
    status: async (envelopeId) => stateOf(tools, await requireEnvelope(database, envelopeId)),
    changedSince: (since) => changedSince(tools, since),
    documents: async (envelopeId) => [
      documentNamed((await requireEnvelope(database, envelopeId)).envelope.title),
    ],
    async document(envelopeId, documentId) {
      requireDocument(documentId);
      return currentDocument(tools, await requireEnvelope(database, envelopeId));
    },
    async finished(envelopeId) {
      return { stored: await sealedFile(tools, await requireEnvelope(database, envelopeId)) };
    },
    void: (envelopeId, reason) => voidEnvelope(tools, envelopeId, reason),
    // This provider shares our database, so there is nothing to report.
    verifyWebhook: () => null,
    readEvent: async () => null,
    readTicket: (token) => readTicket(options, token),
    ...signingPage(tools),
    listLibrary: () => library.list(),
    libraryFiles: () => library.files(),
    libraryFileId: library.idOfName,
    addToLibrary: (name, bytes) => library.add(name, bytes),
  };
}

/**
 * One unreadable envelope must not block the updates of the others. It is logged, and fetched individually after a day without
 * updates.
 */
async function changedSince(tools: EsignTools, since: Date): Promise<EnvelopeState[]> {
  const ids = await listChangedSince(tools.database, since);
  const settled = await Promise.allSettled(
    ids.map(async (id) => stateOf(tools, await requireEnvelope(tools.database, id))),
  );
  return settled.flatMap((outcome, position) => {
    if (outcome.status === 'fulfilled') return [outcome.value];
    const envelope = ids[position];
    tools.log.error({ err: outcome.reason, envelope }, 'a changed envelope could not be read');
    return [];
  });
}

/** What a signer does on the portal's own page. */
function signingPage(
  tools: EsignTools,
): Pick<OwnPageEsign, 'view' | 'viewDocument' | 'recordViewed' | 'saveProgress' | 'sign' | 'decline'> {
  return {
    view: (ticket) => viewEnvelope(tools, ticket),
    viewDocument: (ticket) => viewDocument(tools, ticket),
    recordViewed: (ticket, clientInfo) => recordViewed(tools, ticket, clientInfo),
    saveProgress: (ticket, values, draft) => saveProgress(tools, ticket, { values, draft }),
    sign: (ticket, input, clientInfo) => signEnvelope(tools, ticket, input, clientInfo),
    decline: (ticket, reason, clientInfo) => declineEnvelope(tools, ticket, reason, clientInfo),
  };
}

function documentNamed(title: string): EsignDocument {
  return { documentId: DOCUMENT_ID, name: `${title}.pdf` };
}

function requireDocument(documentId: string): void {
  if (documentId !== DOCUMENT_ID && documentId !== 'combined') {
    throw new EsignError('not_found', 'There is no such document.');
  }
}

/** The template drawn as static page content. */
async function blankDocument(bytes: Buffer): Promise<Buffer> {
  const { fields } = await readFacts(bytes, sha256(bytes));
  return drawSafely(bytes, { values: startingValues(fields, {}), signatures: {} });
}

async function signingUrl(
  options: BuiltinEsignOptions,
  { envelopeId, signer, returnUrl, holder }: Omit<SigningTicket, 'expiresAt'>,
): Promise<string> {
  const { signers } = await requireEnvelope(options.database, envelopeId);
  requireSigner(signers, signer);
  const expiresAt = new Date(options.clock.now().getTime() + TICKET_MS);
  const ticket = options.tokens.signTicket('signing', { envelopeId, signer, returnUrl, holder }, expiresAt);
  const path = options.signingPath?.(ticket) ?? `/signing/${ticket}`;
  return URL.canParse(returnUrl) ? new URL(path, returnUrl).href : path;
}

function readTicket({ tokens, clock }: BuiltinEsignOptions, token: string): SigningTicket | null {
  const claims = ticketSchema.safeParse(tokens.readTicket('signing', token, clock.now()));
  if (!claims.success) return null;
  const { exp, ...ticket } = claims.data;
  return { ...ticket, expiresAt: new Date(exp * 1000) };
}
