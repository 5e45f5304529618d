import type { Readable } from 'node:stream';

/**
 * The lines of a text file, split on `\n` only. `node:readline` also splits on U+2028 and U+2029, which JSON leaves unescaped in
 * texts.
 */
export async function* linesOf(source: Readable): AsyncGenerator<string> {
  source.setEncoding('utf8');
  let rest = '';
  for await (const chunk of source) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
