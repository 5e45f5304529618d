import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { SavedState } from '../saved-state.ts';

/** A field in DocuSign's format: every scalar is a string. */
export interface Tab {
  tabLabel?: string;
  tabId?: string;
  value?: string;
  selected?: string;
  groupName?: string;
  listItems?: ListItem[];
  radios?: { value: string; selected: string }[];
  [property: string]: unknown;
}
export interface ListItem {
  text: string;
  value: string;
  selected: string;
}
/** Tabs by kind, such as `checkboxTabs`. */
export type Tabs = Record<string, Tab[]>;

export interface FakeDocument {
  documentId: string;
  name: string;
  lines: string[];
}

export interface FakeRole {
  roleName: string;
  recipientId: string;
  routingOrder: number;
  tabs: Tabs;
}

export interface FakeTemplate {
  templateId: string;
  name: string;
  created: string;
  lastModified: string;
  isDeleted: boolean;
  isOwnedByUser: boolean;
  documents: FakeDocument[];
  roles: FakeRole[];
}

export interface FakeRecipient extends FakeRole {
  recipientIdGuid: string;
  userId: string;
  name: string;
  email: string;
  clientUserId: string | null;
  status: 'created' | 'sent' | 'delivered' | 'completed' | 'declined';
  sentDateTime?: string;
  deliveredDateTime?: string;
  signedDateTime?: string;
  declinedDateTime?: string;
  declinedReason?: string;
}

export interface EnvelopeListener {
  url: string;
  events: string[] | null;
  includeData: string[];
  isSigned: boolean;
}

export interface FakeEnvelope {
  envelopeId: string;
  templateId: string;
  /** created, sent, delivered, completed, declined, voided; rarely another status of DocuSign. */
  status: string;
  emailSubject: string;
  transactionId: string | null;
  customFields: { fieldId: string; name: string; value: string; show: string; required: string }[];
  documents: FakeDocument[];
  recipients: FakeRecipient[];
  listeners: EnvelopeListener[];
  /** Parts of the create call that the live API would silently drop; tests assert that it is empty. */
  ignored: string[];
  voidedReason?: string;
  createdDateTime: string;
  lastModifiedDateTime: string;
  statusChangedDateTime: string;
  sentDateTime?: string;
  deliveredDateTime?: string;
  completedDateTime?: string;
  declinedDateTime?: string;
  voidedDateTime?: string;
}

/** A signing URL for one signer: valid once and for a short time. */
export interface FakeView {
  token: string;
  envelopeId: string;
  recipientId: string;
  returnUrl: string;
  expiresAt: number;
  isUsed: boolean;
}

export interface ConnectConfiguration {
  connectId: string;
  name: string;
  urlToPublishTo: string;
  events: string[];
  includeData: string[];
  isSigned: boolean;
}

export interface ConnectFailure {
  failureId: string;
  configurationId: string;
  url: string;
  envelopeId: string;
  body: string;
  isSigned: boolean;
  error: string;
  created: string;
  lastTry: string;
  retryCount: number;
}

/** A pending message; `body` is exactly what would be sent now. */
export interface ConnectMessage {
  event: string;
  envelopeId: string;
  configurationId: string;
  /** Null while no URL is configured: tests then take the message from the outbox. */
  url: string | null;
  body: string;
  isSigned: boolean;
  retryCount: number;
}

interface Identity {
  integrationKey: string;
  userId: string;
  accountId: string;
  privateKey: string;
  publicKey: string;
  connectSecrets: string[];
}

interface State {
  identity: Identity;
  templates: FakeTemplate[];
  envelopes: FakeEnvelope[];
  views: FakeView[];
  connect: { configurations: ConnectConfiguration[]; failures: ConnectFailure[]; outbox: ConnectMessage[] };
}

/** The complete state of the fake. Times are stored in DocuSign's format. */
export class Books {
  readonly state: State;
  readonly now: () => Date;
  readonly #saved: SavedState;
  #tick = 0;

  constructor(options: { now: () => Date; saveTo: string | undefined }) {
    this.now = options.now;
    const { saveTo } = options;
    this.state = saveTo && existsSync(saveTo) ? restore(saveTo) : freshState();
    this.#saved = new SavedState(saveTo, () => this.state);
  }

  /** The current time in units of 100 nanoseconds; unique for each call, even if the clock does not advance. */
  stamp(): string {
    this.#tick = (this.#tick + 1) % 10_000;
    return this.now()
      .toISOString()
      .replace('Z', `${String(this.#tick).padStart(4, '0')}Z`);
  }

  save(): void {
    this.#saved.changed();
  }

  /** Writes pending changes to the file. */
  flush(): void {
    this.#saved.flush();
  }

  envelope(envelopeId: string): FakeEnvelope | undefined {
    return this.state.envelopes.find((each) => each.envelopeId === envelopeId);
  }

  template(templateId: string): FakeTemplate | undefined {
    return this.state.templates.find((each) => each.templateId === templateId);
  }
}

export function connectSecret(): string {
  return randomBytes(32).toString('base64');
}

function restore(file: string): State {
  return JSON.parse(readFileSync(file, 'utf8')) as State;
}

function freshState(): State {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const [integrationKey, userId, accountId] = [randomUUID(), randomUUID(), randomUUID()];
  return {
    identity: { integrationKey, userId, accountId, privateKey, publicKey, connectSecrets: [connectSecret()] },
    templates: [],
    envelopes: [],
    views: [],
    connect: { configurations: [], failures: [], outbox: [] },
  };
}
