import { ApiError } from './answers.ts';
import type { Books, FakeEnvelope, FakeRecipient } from './books.ts';
import { choose, pick } from './prefill.ts';

/** Input of a signer, by label of the signer's tabs. */
export interface Entered {
  checkboxes?: Record<string, boolean>;
  lists?: Record<string, string>;
  texts?: Record<string, string>;
}

/** Publishes a Connect event; `recipient` for events of one recipient. */
export type SendEvent = (event: string, envelope: FakeEnvelope, recipient?: FakeRecipient) => void;

export const OPEN: readonly string[] = ['sent', 'delivered'];

/** The transitions of an envelope and of its recipients. */
export class EnvelopeLife {
  readonly #books: Books;
  readonly #sendEvent: SendEvent;

  constructor(books: Books, sendEvent: SendEvent) {
    this.#books = books;
    this.#sendEvent = sendEvent;
  }

  send(envelope: FakeEnvelope): void {
    if (envelope.status !== 'created') {
      throw new ApiError('ENVELOPE_INVALID_STATUS', 'Only drafts can be sent.');
    }
    envelope.sentDateTime = this.#become(envelope, 'sent');
    this.#sendEvent('envelope-sent', envelope);
    this.#callNext(envelope);
  }

  /** A signer opens the documents for the first time. */
  open(envelope: FakeEnvelope, recipient: FakeRecipient): void {
    if (recipient.status !== 'sent') return;
    recipient.status = 'delivered';
    recipient.deliveredDateTime = this.#touch(envelope);
    this.#sendEvent('recipient-delivered', envelope, recipient);
    const haveAllOpened = envelope.recipients.every(({ deliveredDateTime }) => deliveredDateTime);
    if (envelope.status !== 'sent' || !haveAllOpened) return;
    envelope.deliveredDateTime = this.#become(envelope, 'delivered');
    this.#sendEvent('envelope-delivered', envelope);
  }

  sign(envelope: FakeEnvelope, recipient: FakeRecipient, entered: Entered): void {
    this.#atTurn(envelope, recipient);
    enter(recipient, entered);
    this.open(envelope, recipient);
    recipient.status = 'completed';
    recipient.signedDateTime = this.#touch(envelope);
    this.#sendEvent('recipient-completed', envelope, recipient);
    if (envelope.recipients.some(({ status }) => status !== 'completed')) {
      this.#callNext(envelope);
      return;
    }
    envelope.completedDateTime = this.#become(envelope, 'completed');
    this.#sendEvent('envelope-completed', envelope);
  }

  decline(envelope: FakeEnvelope, recipient: FakeRecipient, reason: string): void {
    this.#atTurn(envelope, recipient);
    this.open(envelope, recipient);
    recipient.status = 'declined';
    recipient.declinedReason = reason;
    recipient.declinedDateTime = this.#touch(envelope);
    this.#sendEvent('recipient-declined', envelope, recipient);
    envelope.declinedDateTime = this.#become(envelope, 'declined');
    this.#sendEvent('envelope-declined', envelope);
  }

  void(envelope: FakeEnvelope, reason: string): void {
    if (!OPEN.includes(envelope.status)) {
      throw new ApiError(
        'ENVELOPE_CANNOT_VOID_INVALID_STATE',
        "Only envelopes in the 'Sent' or 'Delivered' states may be voided.",
      );
    }
    envelope.voidedReason = reason;
    envelope.voidedDateTime = this.#become(envelope, 'voided');
    this.#sendEvent('envelope-voided', envelope);
  }

  #callNext(envelope: FakeEnvelope): void {
    const turn = currentTurn(envelope);
    for (const recipient of envelope.recipients) {
      if (recipient.routingOrder !== turn || recipient.status !== 'created') continue;
      recipient.status = 'sent';
      recipient.sentDateTime = this.#touch(envelope);
      this.#sendEvent('recipient-sent', envelope, recipient);
    }
  }

  #atTurn(envelope: FakeEnvelope, recipient: FakeRecipient): void {
    const isWaiting = recipient.status === 'sent' || recipient.status === 'delivered';
    if (OPEN.includes(envelope.status) && isWaiting) return;
    throw new Error(
      `${recipient.roleName} (${recipient.status}) cannot act in an envelope with the status ${envelope.status}`,
    );
  }

  #become(envelope: FakeEnvelope, status: string): string {
    envelope.status = status;
    envelope.statusChangedDateTime = this.#touch(envelope);
    return envelope.statusChangedDateTime;
  }

  #touch(envelope: FakeEnvelope): string {
    envelope.lastModifiedDateTime = this.#books.stamp();
    return envelope.lastModifiedDateTime;
  }
}

/** The current routing order: the lowest one with a signer who has not signed. */
export function currentTurn({ recipients }: FakeEnvelope): number {
  const waiting = recipients.filter(({ status }) => status !== 'completed');
  return Math.min(...(waiting.length > 0 ? waiting : recipients).map(({ routingOrder }) => routingOrder));
}

function enter({ tabs, roleName }: FakeRecipient, { checkboxes, lists, texts }: Entered): void {
  const own = (kind: string, label: string) => {
    const found = (tabs[kind] ?? []).filter((tab) => (tab.tabLabel ?? tab.groupName) === label);
    if (found.length === 0) throw new Error(`${roleName} has no ${kind} named ${label}`);
    return found;
  };
  for (const [label, isChecked] of Object.entries(checkboxes ?? {})) {
    for (const tab of own('checkboxTabs', label)) tab.selected = String(isChecked);
  }
  for (const [label, value] of Object.entries(lists ?? {})) {
    const kind = tabs.listTabs?.some(({ tabLabel }) => tabLabel === label) ? 'listTabs' : 'radioGroupTabs';
    for (const tab of own(kind, label)) {
      if (!choose(tab, value) && !pick(tab, value)) throw new Error(`${label} has no option ${value}`);
    }
  }
  for (const [label, value] of Object.entries(texts ?? {})) {
    for (const tab of own('textTabs', label)) tab.value = value;
  }
}
