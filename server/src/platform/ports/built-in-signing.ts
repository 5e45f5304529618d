import type { Language } from '@ledgerline/contract/languages';
import type { SigningField, SigningState } from '@ledgerline/contract/signing/endpoints';
import type { EnvelopeState, EsignPort, EsignSigner, FinishedDocument, SigningHolder } from './esign.ts';

/** One signer of one envelope, as his short-lived ticket names him. */
export interface SigningTicket {
  envelopeId: string;
  signer: EsignSigner;
  returnUrl: string;
  /** What the ticket hangs on: it is worth nothing once that has ended. */
  holder?: SigningHolder | undefined;
  /** Until when the ticket is good. */
  expiresAt: Date;
}

/** What a signer needs to see beside the document. */
export interface SigningView {
  state: SigningState;
  signerName: string;
  title: string;
  pages: { width: number; height: number }[];
  /** With this signer's unfinished entries as values. */
  fields: SigningField[];
  /** When those were last saved; null when none are. */
  lastSaved: Date | null;
}

/** From where a signer acted, for the certificate page. */
export interface ClientInfo {
  address: string;
  userAgent: string;
}

export interface SigningInput {
  /** PNG bytes of the drawn or typed signature. */
  signature: { method: 'drawn' | 'typed'; name: string; image: Buffer };
  values: Readonly<Record<string, string | boolean>>;
  /** The language in which consent to electronic records was given. */
  language: Language;
}

/** How an envelope stands after a signature; the last one finishes the document. */
export interface Signed {
  state: EnvelopeState;
  finished: FinishedDocument | null;
}

/** A file of the template library. */
export interface LibraryEntry {
  id: string;
  name: string;
  page_count: number;
  signers: EsignSigner[];
  checkboxes: number;
  lists: number;
  problem: string | null;
}

/** A provider whose signers sign on a page of this portal, with a library of its own, and what both need of it. */
export interface OwnPageEsign extends EsignPort {
  readonly hasOwnPage: true;
  /** Null for tickets that are forged or past their end. */
  readTicket(token: string): SigningTicket | null;
  view(ticket: SigningTicket): Promise<SigningView>;
  /** The PDF as it stands for this signer, the other signer's entries drawn in. */
  viewDocument(ticket: SigningTicket): Promise<Buffer>;
  /** Notes that the signer opened the document (sent → delivered). */
  noteViewed(ticket: SigningTicket, clientInfo: ClientInfo): Promise<void>;
  /** Saves a signer's unfinished entries and gives the time; the last save wins. Only that signer's `view` shows them. */
  saveProgress(ticket: SigningTicket, values: SigningInput['values']): Promise<Date>;
  /** Signs once: a repeat after success answers the same. EsignError `invalid` names the field, `wrong_state` says why not now. */
  sign(ticket: SigningTicket, input: SigningInput, clientInfo: ClientInfo): Promise<Signed>;
  decline(ticket: SigningTicket, reason: string, clientInfo: ClientInfo): Promise<EnvelopeState>;
  listLibrary(): Promise<LibraryEntry[]>;
  /** The files of the library by name, unread: `template` reads one and says why it cannot be used. */
  libraryFiles(): Promise<{ id: string; name: string }[]>;
  /** Adds or replaces a PDF; EsignError `invalid` with a sentence for PDFs that cannot be used. */
  addToLibrary(name: string, bytes: Buffer): Promise<LibraryEntry>;
}
