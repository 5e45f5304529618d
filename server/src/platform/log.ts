import { type DestinationStream, destination, type Logger, type LoggerOptions, pino } from 'pino';

export type Log = Logger;

/** This much output is buffered while the log's disk is full; the rest is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** Standard output that cannot end the server: a full disk delays lines until there is space again, and may lose some. */
function steadyOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => {});
  return output;
}

/** The same for lines meant for people. */
export function stabilizeConsole(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** JSON lines on standard output, or on `destination`; fields that could contain a secret are never written. */
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

/** The properties of an error that contain no row values: PostgreSQL's `detail`, `where` and `params` quote rows. */
const SAFE_PROPERTIES = ['code', 'constraint', 'table', 'column', 'routine', 'syscall', 'statusCode'];

/** An error for the log. A query error is logged as its cause: its own message contains the query's parameters. */
function withoutValues(error: unknown): unknown {
  if (!isErrorLike(error)) return String(error);
  if ('params' in error && error.cause instanceof Error) return withoutValues(error.cause);
  const known = new Map<string, unknown>(Object.entries(error));
  return {
    type: error.name ?? 'Error',
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(
      SAFE_PROPERTIES.filter((name) => known.has(name)).map((name) => [name, known.get(name)]),
    ),
    ...(error.cause instanceof Error ? { cause: withoutValues(error.cause) } : {}),
  };
}

/** An error, or its copy as a plain object, as returned by the job queue. */
function isErrorLike(
  error: unknown,
): error is { message: string; name?: string; stack?: string; cause?: unknown } {
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  );
}
