/** A body parsed as JSON; undefined when it is not JSON. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const LONGEST = 200;

/**
 * Prepares a provider's error message for the log: providers quote rejected values, which can be names, addresses or numbers.
 */
export function withoutPeople(text: string): string {
  return text
    .replaceAll(/(["'`])(?:(?!\1).)*\1/g, '…')
    .replaceAll(/(\w*(?:secret|token|password|signature|key))=\S+/gi, '$1=…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\+?\d[\d().\s-]{5,}\d/g, '…')
    .slice(0, LONGEST);
}
