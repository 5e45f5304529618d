const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/;

/** Text on one line, trimmed: line breaks and tabs, with the spaces around them, become one space. */
export function singleLine(text: string): string {
  const parts = text.split(BREAKS).map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}
