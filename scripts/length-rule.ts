const MAX_LINES = 300;

/** Every line counts, including blank lines and those of comments and texts. */
export function lengthProblems(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > MAX_LINES ? [`has ${lines} lines: split or shorten it to at most ${MAX_LINES}`] : [];
}
