import { dollarsToCents, selectedItemsTotals } from '@ledgerline/contract/rules';
import type { Signing, SigningField } from '@ledgerline/contract/signing/endpoints';
import type { TextKey } from '../texts/text-key.ts';

export type FieldValue = string | boolean;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** One field that this signer fills in; a field may stand in several places. */
export interface FieldStop {
  name: string;
  kind: SigningField['kind'];
  label: string;
  required: boolean;
  /** Else it is the other signer's, and may be filled in for him beforehand. */
  isOwn: boolean;
  options: readonly string[];
  multiline: boolean;
  /** Its first place, for whoever is led to it. */
  id: string;
}

/** How far the signer is. */
export interface SigningProgress {
  values: FieldValues;
  /** Names of the fields he was led to or went to himself. */
  visited: ReadonlySet<string>;
  /** Signature fields that bear his signature. */
  signed: ReadonlySet<string>;
}

export function fieldId(field: Pick<SigningField, 'name' | 'page' | 'x' | 'y'>): string {
  return `field-${field.name}-${field.page}-${Math.round(field.x)}-${Math.round(field.y)}`;
}

/** The fields to fill in, in reading order; dates that are set already are nobody's work. */
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

/** What stands behind the name of a field. */
export function noteOf({ required, isOwn }: FieldStop): 'required' | 'optional' | null {
  if (required) return 'required';
  return isOwn ? null : 'optional';
}

/** A mark that many documents name in English alike, and its number: `Client signature 2`. */
const MARK =
  /^(client|advisor)[ _](?:(?:signature|signed|signing|sign)[ _])?(signature|sign|date|name)[ _]?(\d*)$/i;
const MARK_KEYS = {
  client: { signature: 'clientSignature', date: 'clientDate', name: 'clientName' },
  advisor: { signature: 'advisorSignature', date: 'advisorDate', name: 'advisorName' },
} as const;

/** The key and number of a label that every document has; null for the document's own words. */
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

/** What the fields hold before the signer writes. */
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

/** Filled in, or seen and left empty on purpose. */
export function isSettled(stop: FieldStop, progress: SigningProgress): boolean {
  return isFilled(stop, progress) || (!stop.required && progress.visited.has(stop.name));
}

/** The fields to walk through; what may be filled in for another is no step of one's own. */
export function stepsOf(stops: readonly FieldStop[]): FieldStop[] {
  return stops.filter(({ isOwn }) => isOwn);
}

/** The first field after the given one that still wants something; from the top once more when none follows. */
export function nextStop(
  stops: readonly FieldStop[],
  after: string | null,
  progress: SigningProgress,
): FieldStop | null {
  const start = stops.findIndex(({ name }) => name === after) + 1;
  const inTurn = [...stops.slice(start), ...stops.slice(0, start)];
  return inTurn.find((stop) => !isSettled(stop, progress)) ?? null;
}

/** What the signer's choices cost; null where nothing costs anything. */
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
