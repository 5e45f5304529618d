import { createHash } from 'node:crypto';
import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import {
  type CatalogField,
  CLIENT_FIELDS,
  type FieldName,
} from '@ledgerline/contract/clients/fields/catalog';
import { type EncryptedCells, endOfValue, filledJson } from './encryption/encrypted-cells.ts';

/**
 * Adjacent catalog fields that are stored together: in the text itself, or in the one ciphertext beside it.
 */
interface Run {
  start: number;
  fields: CatalogField[];
  isEncrypted: boolean;
}

const RUNS = runsOf(CLIENT_FIELDS);
const PLAIN_RUNS = RUNS.filter(({ isEncrypted }) => !isEncrypted);
/** For each cell its name as a key in JSON, and its JSON while it is empty. */
const ENCRYPTED_RUNS = RUNS.filter(({ isEncrypted }) => isEncrypted).map(({ fields }) =>
  fields.map((field) => ({ name: `"${field.name}":`, empty: JSON.stringify(emptyValue(field)) })),
);

function runsOf(fields: readonly CatalogField[]): Run[] {
  const runs: Run[] = [];
  fields.forEach((field, position) => {
    const isEncrypted = field.isEncrypted === true;
    const last = runs.at(-1);
    if (last?.isEncrypted === isEncrypted) last.fields.push(field);
    else runs.push({ start: position, fields: [field], isEncrypted });
  });
  // So that stored text and the values for its gaps alternate.
  if (runs[0]?.isEncrypted || runs.at(-1)?.isEncrypted)
    throw new Error('the catalog must start and end with unencrypted fields');
  return runs;
}

/** Changes with the catalog, so that texts from an older one are rebuilt. */
const CATALOG_HASH = createHash('sha256')
  .update(
    CLIENT_FIELDS.map(({ name, kind, mask, isEncrypted = false }: CatalogField) =>
      [name, kind, mask ?? '', isEncrypted].join(' '),
    ).join(),
  )
  .digest('base64url')
  .slice(0, 8);

/** The SQL condition for rows whose text must be rebuilt. */
export const STALE_LEDGER_TEXT = `ledger_text is null or not starts_with(ledger_text, '${CATALOG_HASH}')`;

const NOT_ASCII = /[\u0080-\uffff]/;
const EACH_NOT_ASCII = new RegExp(NOT_ASCII, 'g');
/** Marks the position of encrypted cells: a character that never appears unescaped in JSON. */
const GAP = '\u0001';

const escapeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A test takes half as long as a replacement that finds nothing. */
const asAscii = (json: string): string =>
  NOT_ASCII.test(json) ? json.replace(EACH_NOT_ASCII, escapeUnit) : json;

/** Values as JSON without its brackets, all ASCII: cells of a row in wire form. */
export const wireText = (values: readonly FieldValue[]): string =>
  asAscii(JSON.stringify(values).slice(1, -1));

/**
 * A client's cells in wire form as stored after the catalog hash, in catalog order, with gaps for the
 * encrypted ones.
 */
export function ledgerText(cells: readonly FieldValue[]): string {
  const texts = PLAIN_RUNS.map(({ start, fields }) => wireText(cells.slice(start, start + fields.length)));
  return CATALOG_HASH + texts.join(GAP);
}

/** The cells of a cached text with the encrypted ones inserted, still JSON; null if it must be rebuilt. */
export function cellsOfCachedText(text: string | null, openJson: () => string | null): string | null {
  if (!text?.startsWith(CATALOG_HASH)) return null;
  const json = openJson();
  return json === null ? null : insertEncrypted(text, json);
}

/** Cuts the cells out of the decrypted JSON: parsing and serializing them takes longer than decrypting them. */
function insertEncrypted(text: string, decrypted: string): string {
  const json = decrypted === '{}' ? '{' : asAscii(decrypted);
  let cells = '';
  let from = CATALOG_HASH.length;
  let at = 1;
  for (const run of ENCRYPTED_RUNS) {
    const gap = text.indexOf(GAP, from);
    cells += text.slice(from, gap);
    from = gap + 1;
    for (const { name, empty } of run) {
      if (!json.startsWith(name, at)) {
        cells += `,${empty}`;
        continue;
      }
      const start = at + name.length;
      const end = endOfValue(json, start);
      cells += `,${json.slice(start, end)}`;
      at = end + 1;
    }
    cells += ',';
  }
  if (at === json.length) return cells + text.slice(from);
  // Written with another catalog: in another order, or with fields that are not encrypted now.
  const encrypted: EncryptedCells = JSON.parse(decrypted);
  return insertEncrypted(text, filledJson(encrypted));
}

/** Where an unencrypted field is in a cached text: its run, and its position in the run. */
const LOCATIONS: ReadonlyMap<FieldName, { run: number; position: number }> = new Map(
  PLAIN_RUNS.flatMap(({ fields }, run) => fields.map(({ name }, position) => [name, { run, position }])),
);

/** The unencrypted cells of a cached text. Only the runs that are read or written are parsed, so a save costs no complete row. */
export class PlainCells {
  readonly #texts: readonly string[];
  readonly #parsed = new Map<number, readonly FieldValue[]>();

  constructor(text: string) {
    this.#texts = text.slice(CATALOG_HASH.length).split(GAP);
  }

  /** Null if the text must be rebuilt. */
  static of(text: string | null): PlainCells | null {
    return text?.startsWith(CATALOG_HASH) ? new PlainCells(text) : null;
  }

  value(name: FieldName): FieldValue {
    const { run, position } = locationOf(name);
    return this.#run(run)[position] ?? null;
  }

  /** The cached text after these values were written; encrypted fields are not part of it. */
  textAfter(written: Iterable<readonly [FieldName, FieldValue]>): string {
    const runs = new Map<number, FieldValue[]>();
    for (const [name, value] of written) {
      const location = LOCATIONS.get(name);
      if (!location) continue;
      const cells = runs.get(location.run) ?? [...this.#run(location.run)];
      cells[location.position] = value;
      runs.set(location.run, cells);
    }
    const texts = this.#texts.map((text, run) => {
      const cells = runs.get(run);
      return cells ? wireText(cells) : text;
    });
    return CATALOG_HASH + texts.join(GAP);
  }

  #run(run: number): readonly FieldValue[] {
    const known = this.#parsed.get(run);
    if (known) return known;
    const cells: FieldValue[] = JSON.parse(`[${this.#texts[run]}]`);
    this.#parsed.set(run, cells);
    return cells;
  }
}

function locationOf(name: FieldName): { run: number; position: number } {
  const location = LOCATIONS.get(name);
  if (!location) throw new Error(`${name} is not in the cached text`);
  return location;
}
