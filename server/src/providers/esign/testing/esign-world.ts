import type {
  EnvelopeState,
  EsignPerson,
  EsignPort,
  EsignSigner,
  WebhookHeaders,
} from '#platform/ports/esign.ts';

/** What a signer enters. */
export type Chosen = Partial<EnvelopeState['choices']>;

/** A provider as the suite sees it: the actions of people at the provider, and its documents. */
export interface EsignWorld {
  esign: EsignPort;
  now(): Date;
  people: EsignPerson[];
  templates: {
    /** Signed by the advisor and then by the client; has `options`. */
    both: string;
    /** Signed by the client alone. */
    clientOnly: string;
    /** Has a check box that `change` removes. */
    changing: string;
  };
  options: { checkbox: string; otherCheckbox: string; list: string; item: string };
  changeTemplate(): Promise<void>;
  /** The person at the signing URL opens the document. */
  open(envelopeId: string, signer: EsignSigner): Promise<void>;
  sign(envelopeId: string, signer: EsignSigner, chosen?: Chosen): Promise<void>;
  decline(envelopeId: string, signer: EsignSigner): Promise<void>;
  /** The document's value of the client's field with this name. */
  shown(envelopeId: string, signer: EsignSigner, field: string): Promise<string>;
  /** Advances time until the envelope status may be requested again. */
  later(): void;
  /** Bytes and headers as a forger would send them. */
  forged: { rawBody: Buffer; headers: WebhookHeaders }[];
  /** Violations in our calls that the provider found; empty at the end. */
  violations(): string[];
  close(): Promise<void>;
}
