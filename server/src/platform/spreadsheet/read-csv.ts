import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { createRowCollector, type SheetRow, SpreadsheetError } from './limits.ts';
import { decodeText } from './text-encoding.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Characters parsed between two breaths of the event loop. */
const SLICE = 32 * 1024;

/** The rows of a CSV file; the delimiter is the one that the first line has most of. */
export async function readCsv(bytes: Uint8Array): Promise<SheetRow[]> {
  const { text, delimiter, skipped } = withoutSeparatorLine(decodeText(bytes));
  const collector = createRowCollector();
  let number = skipped;
  const parser = parse({
    delimiter: delimiter ?? sniffDelimiter(text),
    relax_column_count: true,
    skip_empty_lines: false,
  });
  let failure: unknown;
  parser.on('error', (error) => {
    failure = error;
  });
  parser.on('readable', () => {
    for (let cells: string[] | null = parser.read(); cells !== null; cells = parser.read()) {
      number += 1;
      if (!failure) failure = failureOf(() => collector.add({ number, cells: cells ?? [] }));
    }
  });
  const ended = new Promise<void>((resolve) => parser.once('close', resolve));
  for (let at = 0; at < text.length && !failure; at += SLICE) {
    parser.write(text.slice(at, at + SLICE));
    await setImmediate();
  }
  if (failure) parser.destroy();
  else parser.end();
  await ended;
  if (failure) throw toSpreadsheetError(failure, skipped);
  return collector.rows;
}

function failureOf(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

function toSpreadsheetError(error: unknown, skipped: number): unknown {
  if (!(error instanceof CsvError)) return error;
  const row = skipped + Number(error.records) + 1;
  const what = error.code.includes('QUOTE')
    ? 'has a quotation mark that is not closed, or one inside a value that is not quoted'
    : 'could not be read';
  return new SpreadsheetError(`Row ${row} ${what}. Correct the file and try again.`, { cause: error });
}

/** Excel may write `sep=;` as the first line. */
function withoutSeparatorLine(text: string): {
  text: string;
  delimiter: string | undefined;
  skipped: number;
} {
  const line = /^sep=([,;\t|])\r?\n/i.exec(text);
  if (!line) return { text, delimiter: undefined, skipped: 0 };
  return { text: text.slice(line[0].length), delimiter: line[1], skipped: 1 };
}

/** Counts candidates outside quotes in the first line that is not blank. */
function sniffDelimiter(text: string): string {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text.slice(0, SLICE).trimStart()) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') break;
    const count = counts.get(character);
    if (count !== undefined) counts.set(character, count + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] > 0 ? best[0] : ',';
}
