/** A body as JSON; undefined when it is none. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const LONGEST = 200;

/** Providers quote what they refuse, and that can be anybody's name, address or number: their words, for a log. */
export function withoutPeople(text: string): string {
  return text
    .replaceAll(/(["'`])(?:(?!\1).)*\1/g, '…')
    .replaceAll(/(\w*(?:secret|token|password|signature|key))=\S+/gi, '$1=…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\+?\d[\d().\s-]{5,}\d/g, '…')
    .slice(0, LONGEST);
}
