import { emptyValue, type FieldValue, parseFieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  FIELD_ALIASES,
  type FieldName,
  fieldNamed,
  findField,
} from '@ledgerline/contract/clients/fields/catalog';
import type { FieldError } from '@ledgerline/contract/errors';
import type { NamedAgent } from '@ledgerline/contract/rules';

/** A field whose new value differs from the stored one; values in wire form, secrets in plain text. */
export interface FieldChange {
  field: CatalogField;
  from: FieldValue;
  to: FieldValue;
}

export const OWNER = fieldNamed('owner_agent_id');

/** What is wrong with a value; one that `isConfirmable` can be written after a confirmation. */
export type ValueError = FieldError & { isConfirmable?: boolean | undefined };

type Input = ReadonlyMap<CatalogField, unknown>;

export interface WritePolicy {
  /** CARD_SECURITY_CODE=refuse: the product stores no security code (decisions D14). */
  rejectsCardSecurityCode: boolean;
  /** The current day at the brokerage. */
  today: string;
  /** Earlier values are being restored: newer validation rules do not apply to them. */
  isRestore?: boolean;
  /** The agent confirmed numbers that are incomplete or have a wrong check digit (decision 102). */
  damagedNumbers?: 'confirmed';
  /** The agents who may own a client. */
  agents: readonly NamedAgent[];
  /** The usernames of the deleted agents that the values refer to by ID. */
  deletedAgents?: ReadonlyMap<number, string>;
}

export const isAlias = (name: string): name is keyof typeof FIELD_ALIASES => name in FIELD_ALIASES;

/**
 * The catalog fields of a body: aliases resolved (a stored name wins over its alias), read-only keys omitted.
 */
export function catalogInput(body: Record<string, unknown>): Map<CatalogField, unknown> {
  const input = new Map<CatalogField, unknown>();
  for (const [key, value] of Object.entries(body)) {
    if (value === undefined) continue;
    const name = isAlias(key) ? FIELD_ALIASES[key] : key;
    const field = findField(name);
    if (field && !(isAlias(key) && body[name] !== undefined)) input.set(field, value);
  }
  return input;
}

/**
 * What really changes a client in the input, and what is invalid. A value sent back as read changes nothing,
 * even if it is a mask (decisions D13) or an old text that current rules would reject (decisions D10).
 * Current rules do not apply to `restored` fields. `warnings` are about values that are written differently than sent.
 */
export function planChanges(
  current: (name: FieldName) => FieldValue,
  input: Map<CatalogField, unknown>,
  policy: WritePolicy,
  restored: ReadonlySet<CatalogField> = new Set(),
): { changes: FieldChange[]; errors: ValueError[]; warnings: FieldError[] } {
  const changes: FieldChange[] = [];
  const errors: ValueError[] = [];
  const warnings: FieldError[] = [];
  for (const [field, raw] of input) {
    const from = current(field.name);
    if (raw === from) continue;
    const isRestore = policy.isRestore || restored.has(field);
    const parsed = parseFieldValue(field, raw, { ...policy, isRestore });
    if (!parsed.ok) {
      const message = deletedMessage(field, raw, policy) ?? parsed.message;
      errors.push({ path: field.name, message, isConfirmable: parsed.isConfirmable });
      continue;
    }
    const to = field.name === 'status' && parsed.value === null ? 'new' : parsed.value;
    if (to === from) continue;
    if (field.isSecurityCode && to !== null && policy.rejectsCardSecurityCode) {
      errors.push({ path: field.name, message: 'This brokerage does not store card security codes' });
      continue;
    }
    if (parsed.warning !== undefined) warnings.push({ path: field.name, message: parsed.warning });
    changes.push({ field, from, to });
  }
  return { changes, errors, warnings };
}

/** Rejects an undo or revert that would assign the client to a deleted agent. */
function deletedMessage(field: CatalogField, raw: unknown, policy: WritePolicy): string | undefined {
  const username = field.kind === 'agent' ? policy.deletedAgents?.get(Number(raw)) : undefined;
  return username && `names ${username}, an agent who was deleted`;
}

/** The agents that these writes refer to; loads nothing if they refer to none. */
export function agentValues(writes: readonly { input: Input }[]): unknown[] {
  return writes.flatMap(({ input }) =>
    [...input].flatMap(([field, value]) => (field.kind === 'agent' ? [value] : [])),
  );
}

/**
 * A new client belongs to the agent who creates it, unless the input names an owner or explicitly no one (decision
 * 046).
 */
export function ownedFromStart(by: number | null, input: Input, changes: FieldChange[]): FieldChange[] {
  return by === null || input.has(OWNER) ? changes : [...changes, { field: OWNER, from: null, to: by }];
}

/** The value of every field of a client that does not exist yet. */
export function blankValue(name: FieldName): FieldValue {
  const field = findField(name);
  if (name === 'status') return null;
  return field ? emptyValue(field) : null;
}
