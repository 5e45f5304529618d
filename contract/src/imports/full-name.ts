import type { ColumnTarget } from './column-targets.ts';

/** Headers of a column that holds first and last name together. */
const FULL_NAME =
  /^(?:(?:client|customer|contact|member|insured|applicant|policy ?holder|subscriber|lead|prospect|enrollee|individual)(?:['’]?s)? ?)?(?:full ?name|name|display name|nombre (?:completo|y apellidos?)|nome(?: completo)?)$|^(?:client|customer|insured|applicant|policy ?holder|subscriber|member|cliente|asegurado|segurado)$/i;

const key = (header: string) =>
  header
    .replace(/\([^)]*\)/g, ' ')
    .replaceAll(/[_:./-]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Whether a header means first and last name in one column. */
export function isFullNameHeader(header: string): boolean {
  return header.length <= 200 && FULL_NAME.test(key(header));
}

/** The column to split: the first whose header means both names; null if another column has the first or last name. */
export function guessNameColumn(
  headers: readonly string[],
  mapping: readonly (ColumnTarget | null)[],
): number | null {
  if (mapping.some((field) => field === 'client_first_name' || field === 'client_last_name')) return null;
  const column = headers.findIndex((header, index) => mapping[index] === null && isFullNameHeader(header));
  return column < 0 ? null : column;
}
