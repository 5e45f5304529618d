const MAX_LINES = 300;

/** Every line counts, also a blank one and those of a comment or a text. */
export function lengthProblems(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > MAX_LINES ? [`has ${lines} lines: split or shorten it to at most ${MAX_LINES}`] : [];
}
