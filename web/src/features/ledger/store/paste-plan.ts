import { emptyValue, type FieldValue } from '@ledgerline/contract/clients/field-values';
import { type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import type { Batch } from './batch-saver.ts';
import { copyText, pastedValue } from './cell-text.ts';
import type { RejectedCell } from './ledger-dialogs.ts';

/** A rectangle of cells, in rows and visible columns. */
export interface Range {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** One cell to write: `row` is its index in the sheet, `value` a value a fill copies unparsed. */
export interface Target {
  row: number;
  field: FieldName;
  text: string;
  value?: FieldValue;
}

type Block = readonly (readonly string[])[];

/**
 * Target positions of a pasted block. A block that fits into the selection several times is repeated, as in
 * spreadsheets; any other is written once from the top left corner. Columns past the last one are dropped and counted
 * by `columnsBeyond`.
 */
export function pasteTargets(block: Block, range: Range, columns: readonly FieldName[]): Target[] {
  const width = Math.max(...block.map((row) => row.length));
  const isRepeated = range.height % block.length === 0 && range.width % width === 0;
  const height = isRepeated ? range.height : block.length;
  const across = isRepeated ? range.width : width;
  const targets: Target[] = [];
  for (let y = 0; y < height; y += 1) {
    const source = block[y % block.length] ?? [];
    for (let x = 0; x < across; x += 1) {
      const field = columns[range.x + x];
      const text = source[x % width];
      if (field && text !== undefined) targets.push({ row: range.y + y, field, text });
    }
  }
  return targets;
}

/** Number of non-empty block columns past the last column. */
export function columnsBeyond(block: Block, range: Range, columns: readonly FieldName[]): number {
  const space = columns.length - range.x;
  const beyond = new Set<number>();
  for (const row of block) {
    row.forEach((text, column) => {
      if (column >= space && text.trim() !== '') beyond.add(column);
    });
  }
  return beyond.size;
}

export interface SourceCell {
  field: FieldName;
  value: FieldValue;
}

/** Target cells of a fill: the source repeated over the target range, excluding the source itself. */
export function fillTargets(
  source: Range,
  target: Range,
  columns: readonly FieldName[],
  cells: readonly (readonly SourceCell[])[],
): Target[] {
  const targets: Target[] = [];
  for (let row = target.y; row < target.y + target.height; row += 1) {
    for (let col = target.x; col < target.x + target.width; col += 1) {
      const isSource =
        row >= source.y && row < source.y + source.height && col >= source.x && col < source.x + source.width;
      const field = columns[col];
      const from = cells[modulo(row - source.y, source.height)]?.[modulo(col - source.x, source.width)];
      if (isSource || !field || !from) continue;
      const text = copyText(fieldNamed(from.field), from.value);
      const isCopy = from.field === field && fieldNamed(field).kind !== 'secret';
      targets.push({ row, field, text, ...(isCopy ? { value: from.value } : {}) });
    }
  }
  return targets;
}

function modulo(number: number, size: number): number {
  return ((number % size) + size) % size;
}

/** The cells of a range, to be cleared. */
export function clearTargets(range: Range, columns: readonly FieldName[]): Target[] {
  return pasteTargets([['']], range, columns);
}

interface PlannedCell {
  row: number;
  key: number;
  field: FieldName;
  value: FieldValue;
  was: FieldValue;
}

export interface PastePlan {
  /** Changed cells of existing rows. */
  cells: PlannedCell[];
  /** Values of rows past the last one, by offset. */
  beyond: Map<number, Partial<Record<FieldName, FieldValue>>>;
  rejected: RejectedCell[];
}

interface Sheet {
  rowCount: number;
  keyAt: (row: number) => number | undefined;
  valueOf: (key: number, field: FieldName) => FieldValue | undefined;
}

/** Parses every text for its column: changed cells, unchanged cells and validation errors. */
export function planPaste(targets: readonly Target[], sheet: Sheet): PastePlan {
  const plan: PastePlan = { cells: [], beyond: new Map(), rejected: [] };
  for (const { row, field: name, text, value } of targets) {
    const field = fieldNamed(name);
    const key = row < sheet.rowCount ? sheet.keyAt(row) : undefined;
    const was = (key === undefined ? undefined : sheet.valueOf(key, name)) ?? emptyValue(field);
    const parsed = value === undefined ? pastedValue(field, text, was) : { ok: true as const, value };
    if (!parsed.ok) plan.rejected.push({ row: row + 1, field: name, text, message: parsed.message });
    else if (key === undefined) {
      if (parsed.value === emptyValue(field)) continue;
      const beyond = row - sheet.rowCount;
      plan.beyond.set(beyond, { ...plan.beyond.get(beyond), [name]: parsed.value });
    } else if ((parsed.value ?? '') !== (was ?? '')) {
      plan.cells.push({ row, key, field: name, value: parsed.value, was });
    }
  }
  return plan;
}

/** Creates clients from temporary rows with all pasted values. */
export function temporaryRows(plan: PastePlan): Batch['create'] {
  const rows = new Map<number, Partial<Record<FieldName, FieldValue>>>();
  for (const { key, field, value } of plan.cells) {
    if (key < 0) rows.set(key, { ...rows.get(key), [field]: value });
  }
  return [...rows].map(([key, values], position) => ({ row: `new ${position + 1}`, values, key }));
}
