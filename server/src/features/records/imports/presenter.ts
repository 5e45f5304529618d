import { findField } from '@ledgerline/contract/clients/fields/catalogue';
import type { Import, ImportRow } from '@ledgerline/contract/imports/endpoints';
import type { FieldCipher } from '#platform/secrets/field-cipher.ts';
import { type ImportRecord, NO_COUNTS, type StoredImportRow } from './repository.ts';
import { labelOf, shownCell } from './rules.ts';

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

export function sealCells(cipher: FieldCipher, id: number, cells: readonly string[]): string {
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

/** Rows as the mapping dialog shows them: every column, secrets masked. */
export function toSample(
  cipher: FieldCipher,
  made: Pick<ImportRecord, 'headers' | 'mapping'>,
  rows: readonly StoredImportRow[],
): string[][] {
  return rows
    .filter(({ cells }) => cells !== null)
    .map((row) => {
      const cells = openCells(cipher, row);
      return made.headers.map((_, column) =>
        shownCell(findField(made.mapping[column] ?? ''), cells[column] ?? ''),
      );
    });
}

export function toImportRow(
  cipher: FieldCipher,
  made: Pick<ImportRecord, 'mapping'>,
  row: StoredImportRow,
  names: Map<number, string>,
): ImportRow {
  const cells = openCells(cipher, row);
  const nameOf = (id: number | null) => (id === null ? '' : (names.get(id) ?? ''));
  return {
    row_number: row.row_number,
    label: labelOf(cells, made.mapping) || nameOf(row.client_id),
    plan: row.plan,
    outcome: row.outcome,
    client_id: row.client_id,
    findings: row.findings.map((finding) => ({
      ...finding,
      value:
        finding.field === null || cells.length === 0
          ? null
          : shownCell(findField(finding.field), cells[made.mapping.indexOf(finding.field)] ?? ''),
    })),
    matches: row.matches.map((match) => ({ ...match, name: nameOf(match.client_id) })),
    revert: row.revert,
    to_confirm: row.to_confirm,
    confirmed: row.confirmed,
  };
}
