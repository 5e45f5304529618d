import type { Language } from '@ledgerline/contract/languages';
import type { DraftSave } from '@ledgerline/contract/rules';
import type { LibraryFile, SigningField, SigningState } from '@ledgerline/contract/signing/endpoints';
import type { EnvelopeState, EsignPort, EsignSigner, FinishedDocument, SigningHolder } from './esign.ts';

/** One signer of one envelope, as identified by a short-lived ticket. */
export interface SigningTicket {
  envelopeId: string;
  signer: EsignSigner;
  returnUrl: string;
  /** The link or sign-in that the ticket depends on: the ticket is invalid once that has ended. */
  holder?: SigningHolder | undefined;
  /** When the ticket expires. */
  expiresAt: Date;
}

/** What a signer sees besides the document. */
export interface SigningView {
  state: SigningState;
  signerName: string;
  title: string;
  pages: { width: number; height: number }[];
  /** With this signer's unfinished entries as values. */
  fields: SigningField[];
  /** When those were last saved; null if none are. */
  lastSaved: Date | null;
  /** The version of those entries. */
  version: number;
}

/** A signer's unfinished entries after a save. */
export interface SigningProgress {
  lastSaved: Date | null;
  version: number;
  /** The entries that this signer saved on other devices since the version that this device displays. */
  others: SigningInput['values'];
}

/** The source of a signer's action, for the certificate page. */
export interface ClientInfo {
  address: string;
  userAgent: string;
}

export interface SigningInput {
  /** PNG bytes of the drawn or typed signature, and when it was saved where the advisor adopted a saved one. */
  signature: { method: 'drawn' | 'typed'; name: string; image: Buffer; savedAt?: Date };
  values: Readonly<Record<string, string | boolean>>;
  /** The language in which the signer consented to electronic records. */
  language: Language;
}

/** The state of an envelope after a signature; the last one completes the document. */
export interface Signed {
  state: EnvelopeState;
  finished: FinishedDocument | null;
}

/** A file of the template library. */
export type LibraryEntry = Omit<LibraryFile, 'is_archived'>;

/** A provider whose signers sign on a page of this portal, with its own template library: what the page and the library need. */
export interface OwnPageEsign extends EsignPort {
  readonly hasOwnPage: true;
  /** Null for tickets that are forged or expired. */
  readTicket(token: string): SigningTicket | null;
  view(ticket: SigningTicket): Promise<SigningView>;
  /** The PDF in its current state for this signer, with the other signer's entries drawn in. */
  viewDocument(ticket: SigningTicket): Promise<Buffer>;
  /** Records that the signer opened the document (sent → delivered). */
  recordViewed(ticket: SigningTicket, clientInfo: ClientInfo): Promise<void>;
  /** Merges unfinished entries of one device into the signer's draft. Only that signer's `view` shows them. */
  saveProgress(
    ticket: SigningTicket,
    values: SigningInput['values'],
    draft: DraftSave | undefined,
  ): Promise<SigningProgress>;
  /**
   * Signs once: a repeat after success returns the same. EsignError `invalid` names the field, `wrong_state` gives the reason.
   */
  sign(ticket: SigningTicket, input: SigningInput, clientInfo: ClientInfo): Promise<Signed>;
  decline(ticket: SigningTicket, reason: string, clientInfo: ClientInfo): Promise<EnvelopeState>;
  listLibrary(): Promise<LibraryEntry[]>;
  /** The files of the library by name, unread: `template` reads one and reports why it cannot be used. */
  libraryFiles(): Promise<{ id: string; name: string }[]>;
  /** The id that a file of this name has, or would have. */
  libraryFileId(name: string): string;
  /** Adds or replaces a PDF; EsignError `invalid` with a message for PDFs that cannot be used. */
  addToLibrary(name: string, bytes: Buffer): Promise<LibraryEntry>;
}
