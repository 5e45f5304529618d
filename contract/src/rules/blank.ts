/** A boolean field as it may arrive from a form, JSON or SQL. */
export type Flag = boolean | number | string | null | undefined;

/** An instant as it may arrive from JSON (text) or from a row (Date). */
export type Moment = string | number | Date | null | undefined;

/** True for null, undefined and text without a visible character. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || String(value).trim() === '';
}

/** True for true, 1, '1' and 'true'. */
export function isOn(value: Flag): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** A stored word trimmed and in lower case, for comparing; '' when missing (1§4: statuses occur in both cases). */
export function lowerWord(value: unknown): string {
  return isBlank(value) ? '' : String(value).trim().toLowerCase();
}
