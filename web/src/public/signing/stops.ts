import { dollarsToCents, selectedItemsTotals } from '@ledgerline/contract/rules';
import type { Signing, SigningField } from '@ledgerline/contract/signing/endpoints';
import type { TextKey } from '../texts/text-key.ts';

export type FieldValue = string | boolean;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** One field that this signer fills in. A field may appear in several positions. */
export interface FieldStop {
  name: string;
  kind: SigningField['kind'];
  label: string;
  required: boolean;
  /** Otherwise it belongs to the other signer, and may be prefilled for them. */
  isOwn: boolean;
  options: readonly string[];
  multiline: boolean;
  /** Its first position, used for navigation. */
  id: string;
}

/** The signer's progress. */
export interface SigningProgress {
  values: FieldValues;
  /** Names of the fields that the signer has visited. */
  visited: ReadonlySet<string>;
  /** Signature fields that the signer has signed. */
  signed: ReadonlySet<string>;
}

export function fieldId(field: Pick<SigningField, 'name' | 'page' | 'x' | 'y'>): string {
  return `field-${field.name}-${field.page}-${Math.round(field.x)}-${Math.round(field.y)}`;
}

/** The fields to fill in, in reading order, without dates that are already set. */
export function stopsOf(fields: readonly SigningField[]): FieldStop[] {
  const mine = fields.filter((field) => field.is_mine && !isFixedDate(field));
  const ordered = mine.toSorted((one, other) => one.page - other.page || one.y - other.y || one.x - other.x);
  const stops = new Map<string, FieldStop>();
  for (const field of ordered) {
    const { name, kind, label, required, is_own: isOwn, options, multiline } = field;
    if (stops.has(name)) continue;
    stops.set(name, { name, kind, label, required, isOwn, options, multiline, id: fieldId(field) });
  }
  return [...stops.values()];
}

/** The note after a field's name. */
export function noteOf({ required, isOwn }: FieldStop): 'required' | 'optional' | null {
  if (required) return 'required';
  return isOwn ? null : 'optional';
}

/** A standard English field label and its number: `Client signature 2`. */
const MARK =
  /^(client|advisor)[ _](?:(?:signature|signed|signing|sign)[ _])?(signature|sign|date|name)[ _]?(\d*)$/i;
const MARK_KEYS = {
  client: { signature: 'clientSignature', date: 'clientDate', name: 'clientName' },
  advisor: { signature: 'advisorSignature', date: 'advisorDate', name: 'advisorName' },
} as const;

/** The text key and number of a standard label; null for labels specific to the document. */
export function commonLabel(label: string): { key: TextKey; number: string } | null {
  const [, whose = '', what = '', number = ''] = MARK.exec(label.trim()) ?? [];
  if (whose === '') return null;
  const keys = whose.toLowerCase() === 'client' ? MARK_KEYS.client : MARK_KEYS.advisor;
  const kind = what.toLowerCase();
  const key = kind === 'date' || kind === 'name' ? keys[kind] : keys.signature;
  return { key, number };
}

export function isFixedDate({ kind, value }: SigningField): boolean {
  return kind === 'date' && typeof value === 'string' && value !== '';
}

/** The initial values of the fields. */
export function startValues(fields: readonly SigningField[]): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  for (const field of fields) {
    if (!field.is_mine || field.kind === 'signature' || isFixedDate(field)) continue;
    values[field.name] = field.kind === 'checkbox' ? field.value === true : textOf(field.value);
  }
  return values;
}

function textOf(value: SigningField['value'] | undefined): string {
  return typeof value === 'string' ? value : '';
}

function isFilled(stop: FieldStop, { values, signed }: SigningProgress): boolean {
  if (stop.kind === 'signature') return signed.has(stop.name);
  const value = values[stop.name];
  return stop.kind === 'checkbox' ? value === true : textOf(value).trim() !== '';
}

export function isMissing(stop: FieldStop, progress: SigningProgress): boolean {
  return stop.required && !isFilled(stop, progress);
}

/** Filled in, or visited and left empty on purpose. */
export function isSettled(stop: FieldStop, progress: SigningProgress): boolean {
  return isFilled(stop, progress) || (!stop.required && progress.visited.has(stop.name));
}

/** The fields to visit. Fields that may be prefilled for the other signer are not included. */
export function stepsOf(stops: readonly FieldStop[]): FieldStop[] {
  return stops.filter(({ isOwn }) => isOwn);
}

/** The first incomplete field after the given one, wrapping around to the top. */
export function nextStop(
  stops: readonly FieldStop[],
  after: string | null,
  progress: SigningProgress,
): FieldStop | null {
  const start = stops.findIndex(({ name }) => name === after) + 1;
  const fromStart = [...stops.slice(start), ...stops.slice(0, start)];
  return fromStart.find((stop) => !isSettled(stop, progress)) ?? null;
}

/** The cost of the signer's choices; null if the document has no prices. */
export function signingTotals(signing: Pick<Signing, 'pricing' | 'fields'>, values: FieldValues) {
  const { base_cost, itemized_costs, include_sales_tax } = signing.pricing;
  const choices = { checkboxTabs: new Map<string, boolean>(), listTabs: new Map<string, string>() };
  for (const field of signing.fields) {
    const label = field.label.trim();
    const value = field.is_mine ? values[field.name] : field.value;
    if (field.kind === 'checkbox') choices.checkboxTabs.set(label, value === true);
    if (field.kind === 'list') choices.listTabs.set(label, textOf(value));
  }
  const totals = selectedItemsTotals({
    itemized_costs,
    choices: {
      checkboxTabs: Object.fromEntries(choices.checkboxTabs),
      listTabs: Object.fromEntries(choices.listTabs),
    },
    base_cents: dollarsToCents(base_cost),
    include_sales_tax,
  });
  return totals.total_cents > 0 || hasPrices(itemized_costs) ? totals : null;
}

function hasPrices(costs: Signing['pricing']['itemized_costs']): boolean {
  const boxes = Object.values(costs?.checkboxTabs ?? {});
  const lists = Object.values(costs?.listTabs ?? {}).flatMap((items) => Object.values(items));
  return [...boxes, ...lists].some((price) => price > 0);
}
