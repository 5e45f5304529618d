import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** So much waits for room on the disk that takes the log; what comes on top is dropped. */
const MOST_WAITING_BYTES = 1024 * 1024;

/** Standard output that cannot end the server: a full disk behind it costs lines, which come when there is room again. */
function steadyOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true, maxLength: MOST_WAITING_BYTES });
  output.on('error', () => {});
  return output;
}

/** The same for the lines that are for people. */
export function stabilizeConsole(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** JSON lines on standard output, or on `destination`; what could hold a secret never gets in. */
export function createLog(level: string, output: DestinationStream = steadyOutput()): Log {
  const options: LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: withoutValues },
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        'authorization',
        '*.authorization',
        'headers',
        '*.headers',
      ],
      censor: '[redacted]',
    },
  };
  return pino(options, output);
}

/** What an error says of itself that is no value of a row: PostgreSQL's `detail`, `where` and `params` quote rows. */
const HARMLESS = ['code', 'constraint', 'table', 'column', 'routine', 'syscall', 'statusCode'];

/** An error for the log. One of a query is logged as its cause: its own message holds the query's parameters. */
function withoutValues(error: unknown): unknown {
  if (!isErrorLike(error)) return String(error);
  if ('params' in error && error.cause instanceof Error) return withoutValues(error.cause);
  const known = new Map<string, unknown>(Object.entries(error));
  return {
    type: error.name ?? 'Error',
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(HARMLESS.filter((name) => known.has(name)).map((name) => [name, known.get(name)])),
    ...(error.cause instanceof Error ? { cause: withoutValues(error.cause) } : {}),
  };
}

/** An error, or the copy of one as a plain object, as the job queue hands them out. */
function isErrorLike(
  error: unknown,
): error is { message: string; name?: string; stack?: string; cause?: unknown } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}
