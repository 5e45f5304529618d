import { z } from 'zod';
import { type EnvelopeState, type EsignSigner, SIGNERS } from '#platform/ports/esign.ts';
import { type DocusignSettings, signerOfRole } from './settings.ts';
import { choicesOf } from './tabs.ts';
import { type Envelope, instantOf, type Signer } from './wire.ts';

/** JSON stores dates as text. */
const instant = z.union([z.null(), z.coerce.date()]);

const signerSchema = z.object({
  role: z.enum(SIGNERS),
  status: z.enum(['waiting', 'signed', 'declined']),
  signedAt: instant,
  /** As DocuSign has them: it opens the document only for exactly these. Empty once signing has ended. */
  name: z.string(),
  email: z.string(),
});
export type KnownSigner = z.output<typeof signerSchema>;

/** The known state of an envelope, as stored in the row. */
export const knownStateSchema = z.object({
  status: z.string(),
  signers: z.array(signerSchema),
  choices: z.object({
    checkboxTabs: z.record(z.string(), z.boolean()),
    listTabs: z.record(z.string(), z.string()),
  }),
  /** Whether the choices are those of the finished document. */
  areChoicesFinal: z.boolean(),
  completedAt: instant,
  voidedAt: instant,
  /** When it reached this status, according to DocuSign. */
  changedAt: instant,
  asOf: z.coerce.date(),
});
export type KnownState = z.output<typeof knownStateSchema>;

/** The content of one response or event; null for what it does not contain. */
export interface Reading {
  status: string;
  signers: KnownSigner[] | null;
  choices: KnownState['choices'] | null;
  completedAt: Date | null;
  voidedAt: Date | null;
  changedAt: Date | null;
  asOf: Date;
}

const OVER = ['completed', 'declined', 'voided'];
/** The order of an envelope's states; unknown ones may occur between these. */
const STEPS = ['created', 'sent', 'delivered', 'signed', 'processing', ...OVER];

export function isOver({ status }: { status: string }): boolean {
  return OVER.includes(status);
}

/** Whether the state can no longer change. */
export function isFinal(state: KnownState): boolean {
  return isOver(state) && (state.status !== 'completed' || state.areChoicesFinal);
}

export function readState(value: unknown): KnownState | null {
  return knownStateSchema.nullable().parse(value ?? null);
}

export function portState(envelopeId: string, state: KnownState): EnvelopeState {
  const { status, choices, completedAt, voidedAt, asOf } = state;
  const signers = state.signers.map(({ role, status, signedAt }) => ({ role, status, signedAt }));
  return { envelopeId, status, signers, choices, completedAt, voidedAt, asOf };
}

/** Which signer this recipient is: by our own marker, then by role. */
function signerOf(settings: DocusignSettings, recipient: Signer): EsignSigner | null {
  const marked = SIGNERS.find((role) => recipient.clientUserId.startsWith(`${role}-`));
  return marked ?? signerOfRole(settings.roles, recipient.roleName);
}

/** The marker of a signer on the envelope; deterministic. */
export function clientUserIdOf(role: EsignSigner, transactionId: string): string {
  return `${role}-${transactionId}`;
}

export function readingOf(settings: DocusignSettings, envelope: Envelope, asOf: Date): Reading {
  const recipients = (envelope.recipients?.signers ?? [])
    .toSorted((one, other) => (Number(one.routingOrder) || 0) - (Number(other.routingOrder) || 0))
    .flatMap((recipient) => {
      const role = signerOf(settings, recipient);
      return role ? [{ role, recipient }] : [];
    });
  const tabs = recipients.map(({ recipient }) => recipient.tabs).filter(({ size }) => size > 0);
  const status = envelope.status.trim().toLowerCase();
  return {
    status,
    signers:
      recipients.length === 0
        ? null
        : recipients.map(({ role, recipient }) => ({ role, ...signerState(recipient) })),
    choices: tabs.length === 0 ? null : choicesOf(tabs),
    completedAt: instantOf(envelope.completedDateTime),
    voidedAt: instantOf(envelope.voidedDateTime),
    changedAt: instantOf(envelope.statusChangedDateTime),
    asOf,
  };
}

/** `completed` of a recipient is a signature; every other status is a step before it. */
function signerState({ status, signedDateTime, name, email }: Signer): Omit<KnownSigner, 'role'> {
  const word = status.trim().toLowerCase();
  if (word === 'completed' || word === 'signed') {
    return { status: 'signed', signedAt: instantOf(signedDateTime), name, email };
  }
  return { status: word === 'declined' ? 'declined' : 'waiting', signedAt: null, name, email };
}

/**
 * Merges a reading into the known state. Responses and events are duplicated, late and out of order: a status never moves back,
 * a signature never disappears, and what the reading does not contain stays unchanged.
 */
export function merge(before: KnownState | null, reported: Reading): KnownState {
  if (before === null) return firstState(reported);
  const reading = { ...reported, status: reported.status || before.status };
  const isOld = isOlder(before, reading);
  const newer = isOld ? before : reading;
  const choices = isOld ? before.choices : (reading.choices ?? before.choices);
  return {
    status: newer.status,
    signers: mergeSigners(before, reading),
    choices: before.areChoicesFinal ? before.choices : choices,
    areChoicesFinal:
      before.areChoicesFinal || (!isOld && reading.status === 'completed' && reading.choices !== null),
    completedAt: before.completedAt ?? (isOld ? null : completedAt(reading)),
    voidedAt: before.voidedAt ?? (isOld ? null : voidedAt(reading)),
    changedAt: newer.changedAt ?? before.changedAt,
    asOf: before.asOf > reading.asOf ? before.asOf : reading.asOf,
  };
}

/** Names and addresses of signers are needed only until signing ends. */
export function withoutUnneededNames(state: KnownState): KnownState {
  if (!isOver(state)) return state;
  return { ...state, signers: state.signers.map((signer) => ({ ...signer, name: '', email: '' })) };
}

function firstState(reading: Reading): KnownState {
  return {
    ...reading,
    status: reading.status || 'sent',
    signers: reading.signers ?? [],
    choices: reading.choices ?? { checkboxTabs: {}, listTabs: {} },
    areChoicesFinal: reading.status === 'completed' && reading.choices !== null,
    completedAt: completedAt(reading),
    voidedAt: voidedAt(reading),
  };
}

/** DocuSign does not always include the time; it is at the latest when we received the response. */
function completedAt({ status, completedAt, changedAt, asOf }: Reading): Date | null {
  return status === 'completed' ? (completedAt ?? changedAt ?? asOf) : null;
}

function voidedAt({ status, voidedAt, changedAt, asOf }: Reading): Date | null {
  return status === 'voided' ? (voidedAt ?? changedAt ?? asOf) : null;
}

function isOlder(before: KnownState, reading: Reading): boolean {
  if (isOver(before)) return reading.status !== before.status;
  if (isOver(reading)) return false;
  if (before.changedAt && reading.changedAt && before.changedAt.getTime() !== reading.changedAt.getTime()) {
    return reading.changedAt < before.changedAt;
  }
  const [from, to] = [STEPS.indexOf(before.status), STEPS.indexOf(reading.status)];
  if (from >= 0 && to >= 0) return to < from;
  return reading.asOf < before.asOf;
}

function mergeSigners(before: KnownState, { signers, asOf }: Reading): KnownSigner[] {
  const reported = signers ?? [];
  const merged = before.signers.map((was) => {
    const now = reported.find(({ role }) => role === was.role);
    if (!now) return was;
    const { name, email } = asOf < before.asOf || now.name === '' ? was : now;
    if (was.status === 'waiting') return { ...now, name, email };
    const signedAt = was.signedAt ?? (now.status === was.status ? now.signedAt : null);
    return { ...was, name, email, signedAt };
  });
  return [...merged, ...reported.filter(({ role }) => !before.signers.some((was) => was.role === role))];
}
