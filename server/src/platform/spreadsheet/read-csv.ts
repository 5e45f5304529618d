import { setImmediate } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import { createRowCollector, type SheetRow, SpreadsheetError } from './limits.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** Characters to parse before yielding to the event loop. */
const SLICE = 32 * 1024;

/** The rows of a CSV file; the delimiter is the one that occurs equally often in most of the first lines. */
export async function readCsv(content: string): Promise<SheetRow[]> {
  const { text, delimiter, skipped } = withoutSeparatorLine(content);
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
      if (!failure)
        failure = failureOf(() => collector.add({ number, cells: (cells ?? []).map(withLineBreaks) }));
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

/** FileMaker and older databases write a line break inside a cell as a vertical tab. */
function withLineBreaks(cell: string): string {
  return cell.includes('\v') ? cell.replaceAll('\v', '\n') : cell;
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

const SNIFFED_LINES = 30;

/**
 * The delimiter that occurs equally often in most of the first lines. A single line does not decide: titles above the column
 * names have few or other delimiters, and decimal commas occur in the rows only.
 */
function sniffDelimiter(text: string): string {
  const lines = delimiterCounts(text.slice(0, SLICE));
  const scored = DELIMITERS.map((delimiter, position) => {
    const frequency = new Map<number, number>();
    for (const counts of lines) {
      const count = counts[position] ?? 0;
      if (count > 0) frequency.set(count, (frequency.get(count) ?? 0) + 1);
    }
    const [best] = [...frequency].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
    return { delimiter, count: best?.[0] ?? 0, lines: best?.[1] ?? 0 };
  });
  const [best] = scored.sort((a, b) => b.lines - a.lines || b.count - a.count);
  return best && best.lines > 0 ? best.delimiter : ',';
}

/** How often each candidate occurs outside quotes, for each of the first lines. */
function delimiterCounts(text: string): number[][] {
  const lines: number[][] = [DELIMITERS.map(() => 0)];
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === '\n' || character === '\r') {
      if (lines.push(DELIMITERS.map(() => 0)) > SNIFFED_LINES) return lines;
      continue;
    }
    const position = DELIMITERS.indexOf(character);
    const counts = lines.at(-1);
    if (position >= 0 && counts) counts[position] = (counts[position] ?? 0) + 1;
  }
  return lines;
}
