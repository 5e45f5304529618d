import type { FileReference } from '../storage/storage.ts';

/** The signers of an envelope; the advisor always before the client (1§4, decisions J2, J3). */
export const SIGNERS = ['advisor', 'client'] as const;
export type EsignSigner = (typeof SIGNERS)[number];

/** One template of the provider's library, as listed. */
export interface EsignTemplateSummary {
  /** The provider's id of the template; stable over syncs. */
  id: string;
  name: string;
  /** Changes whenever the template changes; a sync skips known versions. */
  version: string;
}

/** A template with everything that prices, signers and previews are derived from. */
export interface EsignTemplate extends EsignTemplateSummary {
  /** Check boxes and lists that can carry a price, in document order (decisions F10). */
  tabs: {
    checkboxTabs: { tabLabel: string }[];
    listTabs: { tabLabel: string; listItems: string[] }[];
    /** Kinds of fields without a price, by the provider's name of the kind; stored, never interpreted. */
    otherTabs?: Readonly<Record<string, { tabLabel: string }[]>>;
  };
  /** The required signers, in signing order. */
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

/** How a signer was authorized: by a client's secure link, or by an advisor's sign-in. */
export type SigningHolder = { link: number } | { agent: number; sign_in: number };

export interface CreateEnvelope {
  templateId: string;
  /** The same key always returns the same envelope, also after a timeout or crash. */
  idempotencyKey: string;
  subject: string;
  people: EsignPerson[];
  /** Client field name → text for document fields of that name; unknown names are ignored. */
  prefill: Readonly<Record<string, string>>;
  /** Preselected options, by label: checked boxes and selected list values. */
  choices?: EnvelopeState['choices'];
}

/** created → sent → delivered (opened by a signer) → completed, or declined or voided; other values are the provider's own. */
export interface EnvelopeState {
  envelopeId: string;
  status: string;
  signers: { role: EsignSigner; status: 'waiting' | 'signed' | 'declined'; signedAt: Date | null }[];
  /** The boxes and list values selected so far. */
  choices: { checkboxTabs: Record<string, boolean>; listTabs: Record<string, string> };
  completedAt: Date | null;
  voidedAt: Date | null;
  /** The time of the provider's data; before the call if the provider limits how often it may be queried. */
  asOf: Date;
}

/** A completed document: its bytes, or its location if it is already in this portal's storage. */
export type FinishedDocument = { bytes: Buffer } | { stored: FileReference };

/** An event pushed by an external provider: stored once by `eventId`, acknowledged at once, processed in a job. */
export interface EsignEvent {
  /** The same for every delivery of the same event. */
  eventId: string;
  type: string;
  /** When it happened at the provider. */
  at: Date;
  /** What `readEvent` needs of the message, and nothing else of its personal data: only this is stored. */
  body: Buffer;
}

/**
 * An e-signature provider: the built-in one or DocuSign. Every call is safe to repeat. Errors: `EsignError`; its message is the
 * provider's, for logs and for the texts of 1§8 that quote it.
 */
export interface EsignPort {
  /** The adapter, for the status page. */
  readonly name: string;
  /**
   * Whether its signers sign on a page of this portal (`OwnPageEsign`). An external one needs absolute return URLs, and limits
   * the number of calls per account.
   */
  readonly hasOwnPage: boolean;
  listTemplates(): Promise<EsignTemplateSummary[]>;
  template(id: string): Promise<EsignTemplate>;
  /** One document of a template as PDF, for previews. */
  templateDocument(id: string, documentId: string): Promise<Buffer>;
  createEnvelope(input: CreateEnvelope): Promise<EnvelopeState>;
  /** The current signing URL of this signer; created at the click, short-lived, never stored. `holder` is for our own tickets. */
  signingUrl(input: {
    envelopeId: string;
    signer: EsignSigner;
    returnUrl: string;
    holder?: SigningHolder;
  }): Promise<string>;
  /** May return cached data if the provider limits how often an envelope may be queried (`asOf`). */
  status(envelopeId: string): Promise<EnvelopeState>;
  /** Envelopes changed since then, in as few calls as the provider offers: for the hourly reconciliation. */
  changedSince(since: Date): Promise<EnvelopeState[]>;
  documents(envelopeId: string): Promise<EsignDocument[]>;
  /** One document, or all in one file with `combined`; with the signatures so far. */
  document(envelopeId: string, documentId: 'combined' | (string & {})): Promise<Buffer>;
  /** The result of a completed envelope, for the client's documents. */
  finished(envelopeId: string): Promise<FinishedDocument>;
  /** Only for sent or delivered envelopes; anything else is rejected with an explanatory message. */
  void(envelopeId: string, reason: string): Promise<void>;
  /** Verifies the signature over the raw bytes; null for forged ones. Signed bytes that cannot be parsed are still an event. */
  verifyWebhook(rawBody: Buffer, headers: WebhookHeaders): EsignEvent | null;
  /** The envelope state of a verified event; null if it is about none of ours. Throws if it must be retried. */
  readEvent(body: Buffer): Promise<EnvelopeState | null>;
}

export type WebhookHeaders = Readonly<Record<string, string | string[] | undefined>>;

/**
 * `content_lost`: the completed document would lack content of the template. `not_processed`: it could not be opened or completed
 * within the limits. Nothing was signed in either case. `busy`: a retry may succeed.
 */
export type EsignErrorKind =
  | 'not_found'
  | 'wrong_state'
  | 'invalid'
  | 'unavailable'
  | 'content_lost'
  | 'not_processed'
  | 'busy';

/** Something that a provider rejects or cannot do. */
export class EsignError extends Error {
  readonly kind: EsignErrorKind;
  /** The errors by field, using its name in the document. */
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

/** The message for an envelope that is neither Sent nor Delivered (quoted in 1§8). */
export const ONLY_SENT_OR_DELIVERED = 'Only envelopes in the Sent or Delivered status can be voided.';
