import type { Import, ImportRow } from '@ledgerline/contract/imports/endpoints';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { shapeCells } from './layout/rules.ts';
import type { ImportRecord, StoredImportRow } from './repository.ts';
import { labelOf, NO_COUNTS, shownCell } from './rules.ts';

export function toImport(record: ImportRecord): Import {
  const {
    done_count,
    total_count,
    checked_at: _,
    progressed_at: __,
    created_at,
    finished_at,
    counts,
    ...rest
  } = record;
  return {
    ...rest,
    // Imports of earlier versions have fewer counts.
    counts: { ...NO_COUNTS, ...counts },
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    progress: { done: done_count, total: total_count },
  };
}

export function encryptCells(cipher: FieldCipher, id: number, cells: readonly string[]): string {
  return cipher.encrypt(JSON.stringify(cells), { table: 'import_rows', row: id, field: 'cells' });
}

/** The cells of a row, empty once they are removed. */
export function openCells(cipher: FieldCipher, row: { id: number; cells: string | null }): string[] {
  if (row.cells === null) return [];
  const plain: unknown = JSON.parse(
    cipher.decrypt(row.cells, { table: 'import_rows', row: row.id, field: 'cells' }),
  );
  return Array.isArray(plain) ? plain.map(String) : [];
}

type Columns = Pick<ImportRecord, 'headers' | 'mapping' | 'name_column'>;

/** The cells of a row in the order of the import's columns: full names split, entities decoded. */
export function cellsOf(
  cipher: FieldCipher,
  importRecord: Columns,
  row: { id: number; cells: string | null },
): string[] {
  return shapeCells(openCells(cipher, row), importRecord);
}

/** The first rows of the sheet, titles included, for choosing the row with the column names. */
export function toHead(
  cipher: FieldCipher,
  importRecord: Columns & Pick<ImportRecord, 'header_row'>,
  rows: readonly StoredImportRow[],
): { row_number: number; cells: string[] }[] {
  return rows.map((row) => ({
    row_number: row.row_number,
    cells: openCells(cipher, row).map((cell, column) => {
      const isData = row.row_number > importRecord.header_row;
      return shownCell(isData ? importRecord.mapping[column] : undefined, cell);
    }),
  }));
}

/** Rows for the mapping dialog: every column, secrets masked. */
export function toSample(
  cipher: FieldCipher,
  importRecord: Columns,
  rows: readonly StoredImportRow[],
): string[][] {
  return rows
    .filter(({ cells }) => cells !== null)
    .map((row) => {
      const cells = cellsOf(cipher, importRecord, row);
      return importRecord.headers.map((_, column) =>
        shownCell(importRecord.mapping[column], cells[column] ?? ''),
      );
    });
}

export function toImportRow(
  cipher: FieldCipher,
  importRecord: Columns,
  row: StoredImportRow,
  names: Map<number, string>,
): ImportRow {
  const cells = cellsOf(cipher, importRecord, row);
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''));
  return {
    row_number: row.row_number,
    label: labelOf(cells, importRecord.mapping) || nameOf(row.client_id),
    plan: row.plan,
    outcome: row.outcome,
    client_id: row.client_id,
    findings: row.findings.map((finding) => ({
      ...finding,
      value:
        finding.field === null || cells.length === 0
          ? null
          : shownCell(finding.field, cells[importRecord.mapping.indexOf(finding.field)] ?? ''),
    })),
    matches: row.matches.map((match) => ({ ...match, name: nameOf(match.client_id) })),
    revert: row.revert,
    to_confirm: row.to_confirm,
    confirmed: row.confirmed,
  };
}
