import type { FileReference } from '../storage/storage.ts';

/** Who signs an envelope; the advisor always before the client (1§4, decisions J2, J3). */
export const SIGNERS = ['advisor', 'client'] as const;
export type EsignSigner = (typeof SIGNERS)[number];

/** One template of the provider's library, as lists show it. */
export interface EsignTemplateSummary {
  /** The provider's id of the template; stable over syncs. */
  id: string;
  name: string;
  /** Changes whenever the template changes; a sync skips what it has seen. */
  version: string;
}

/** A template with everything that prices, signers and previews are made from. */
export interface EsignTemplate extends EsignTemplateSummary {
  /** Check boxes and lists that can carry a price, in the order of the document (decisions F10). */
  tabs: {
    checkboxTabs: { tabLabel: string }[];
    listTabs: { tabLabel: string; listItems: string[] }[];
    /** Kinds of fields that carry no price, by the provider's name of the kind; kept, never interpreted. */
    otherTabs?: Readonly<Record<string, { tabLabel: string }[]>>;
  };
  /** Who has to sign, first signer first. */
  recipients: EsignSigner[];
  documents: EsignDocument[];
}

export interface EsignDocument {
  documentId: string;
  /** File name with extension. */
  name: string;
}

export interface EsignPerson {
  role: EsignSigner;
  name: string;
  email: string | null;
}

/** Through what a signer came: a client's secure link, or an advisor's sign-in. */
export type SigningHolder = { link: number } | { agent: number; sign_in: number };

export interface CreateEnvelope {
  templateId: string;
  /** The same key always gives the same envelope, also after a time-out or crash. */
  idempotencyKey: string;
  subject: string;
  people: EsignPerson[];
  /** Client field name → text for document fields of that name; unknown names are ignored. */
  prefill: Readonly<Record<string, string>>;
  /** Options that are chosen already, by label: ticked boxes and picked list values. */
  choices?: EnvelopeState['choices'];
}

/** created → sent → delivered (opened by a signer) → completed, or declined or voided; other words are the provider's own. */
export interface EnvelopeState {
  envelopeId: string;
  status: string;
  signers: { role: EsignSigner; status: 'waiting' | 'signed' | 'declined'; signedAt: Date | null }[];
  /** What was ticked and chosen so far. */
  choices: { checkboxTabs: Record<string, boolean>; listTabs: Record<string, string> };
  completedAt: Date | null;
  voidedAt: Date | null;
  /** When the provider was asked; older than the call where a provider limits how often it may be asked. */
  asOf: Date;
}

/** A finished document: its bytes, or where it lies in this portal's storage already. */
export type FinishedDocument = { bytes: Buffer } | { stored: FileReference };

/** What an outside provider pushes: kept once by `eventId`, answered at once, read in a job. */
export interface EsignEvent {
  /** The same for every delivery of the same event. */
  eventId: string;
  type: string;
  /** When it happened at the provider. */
  at: Date;
}

/**
 * An e-signature provider: the built-in one or DocuSign. Every call can be repeated safely. Errors: `EsignError`; its
 * message is the provider's, for logs and for the texts of 1§8 that quote it.
 */
export interface EsignPort {
  /** Which adapter this is, for the status page. */
  readonly name: string;
  /**
   * Whether its signers sign on a page of this portal (`OwnPageEsign`). One elsewhere needs whole addresses to come back to,
   * and allows an account only so many calls.
   */
  readonly hasOwnPage: boolean;
  listTemplates(): Promise<EsignTemplateSummary[]>;
  template(id: string): Promise<EsignTemplate>;
  /** One document of a template as PDF, for previews. */
  templateDocument(id: string, documentId: string): Promise<Buffer>;
  createEnvelope(input: CreateEnvelope): Promise<EnvelopeState>;
  /** Where this signer signs now; made at the click, short-lived, never stored. `holder` is for tickets of our own. */
  signingUrl(input: {
    envelopeId: string;
    signer: EsignSigner;
    returnUrl: string;
    holder?: SigningHolder;
  }): Promise<string>;
  /** May answer what is known already where the provider limits how often one envelope is asked for (`asOf`). */
  status(envelopeId: string): Promise<EnvelopeState>;
  /** Envelopes that changed since then, in as few calls as the provider offers: for the hourly reconcile. */
  changedSince(since: Date): Promise<EnvelopeState[]>;
  documents(envelopeId: string): Promise<EsignDocument[]>;
  /** One document, or all in one file with `combined`; as far as it is signed by now. */
  document(envelopeId: string, documentId: 'combined' | (string & {})): Promise<Buffer>;
  /** What a completed envelope came to, for the client's documents. */
  finished(envelopeId: string): Promise<FinishedDocument>;
  /** Only for sent or delivered envelopes; anything else is refused with a message that says so. */
  void(envelopeId: string, reason: string): Promise<void>;
  /** Checks the signature over the raw bytes; null for forged ones. Signed bytes that make no sense still are an event. */
  verifyWebhook(rawBody: Buffer, headers: WebhookHeaders): EsignEvent | null;
  /** How the envelope of a verified event stands; null when it is about none of ours. Throws when it must be tried again. */
  readEvent(rawBody: Buffer): Promise<EnvelopeState | null>;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * `content_lost`: the finished document would lack something that the template has. `not_processed`: it could not be opened
 * or finished within the limits. Nothing was signed in either case. `busy`: another try may succeed.
 */
export type EsignErrorKind =
  | 'not_found'
  | 'wrong_state'
  | 'invalid'
  | 'unavailable'
  | 'content_lost'
  | 'not_processed'
  | 'busy';

/** What a provider refuses or cannot do. */
export class EsignError extends Error {
  readonly kind: EsignErrorKind;
  /** What is wrong with which field, by its name in the document. */
  readonly fields: readonly { path: string; message: string }[];
  constructor(
    kind: EsignErrorKind,
    message: string,
    { fields = [], ...options }: ErrorOptions & { fields?: EsignError['fields'] } = {},
  ) {
    super(message, options);
    this.name = 'EsignError';
    this.kind = kind;
    this.fields = fields;
  }
}

/** The server's words when an envelope is neither Sent nor Delivered (1§8 quotes them). */
export const ONLY_SENT_OR_DELIVERED = 'Only envelopes in the Sent or Delivered status can be voided.';
