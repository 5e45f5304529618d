/** The day that an instant is where the reader sits, `YYYY-MM-DD`; today without one (decisions D22, K5). */
export function localDay(at: Date = new Date()): string {
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
