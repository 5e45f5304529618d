/** The day of an instant in the reader's time zone, `YYYY-MM-DD`; today by default (decisions D22). */
export function localDay(at: Date = new Date()): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
