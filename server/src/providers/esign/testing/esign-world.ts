import type {
  EnvelopeState,
  EsignPerson,
  EsignPort,
  EsignSigner,
  WebhookHeaders,
} from '#platform/ports/esign.ts';

/** What a signer enters. */
export type Chosen = Partial<EnvelopeState['choices']>;

/** A provider as the suite sees it: what people do at it, and which documents it has. */
export interface EsignWorld {
  esign: EsignPort;
  now(): Date;
  people: EsignPerson[];
  templates: {
    /** Signed by the advisor and then by the client; has `options`. */
    both: string;
    /** Signed by the client alone. */
    clientOnly: string;
    /** Has a check box that `change` takes away. */
    changing: string;
  };
  options: { checkbox: string; otherCheckbox: string; list: string; item: string };
  changeTemplate(): Promise<void>;
  /** The person at the address looks at the document. */
  open(envelopeId: string, signer: EsignSigner): Promise<void>;
  sign(envelopeId: string, signer: EsignSigner, chosen?: Chosen): Promise<void>;
  decline(envelopeId: string, signer: EsignSigner): Promise<void>;
  /** What the document shows in the client's field of this name. */
  shown(envelopeId: string, signer: EsignSigner, field: string): Promise<string>;
  /** So much later that the provider may be asked again how an envelope stands. */
  later(): void;
  /** Bytes and headers as a forger would send them. */
  forged: { rawBody: Buffer; headers: WebhookHeaders }[];
  /** What the provider found wrong with our calls; empty at the end. */
  complaints(): string[];
  close(): Promise<void>;
}
