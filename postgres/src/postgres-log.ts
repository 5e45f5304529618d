/** The logger of the launcher; a pino logger fits. */
export interface EmbeddedLog {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}

export const silentLog: EmbeddedLog = { info() {}, warn() {}, error() {} };

const NOT_YET_READY = /the database system is (starting up|not yet accepting connections|shutting down)/;

/**
 * Parses a line of PostgreSQL's own log, which has the form `<kind of process>|<LEVEL>:  <text>`.
 * `undefined` for lines that no operator needs: routine messages, and errors that the sender of a statement receives
 * anyway (their text may quote client data).
 */
export function readLogLine(line: string): { level: 'warn' | 'error'; text: string } | undefined {
  const [, backend, severity, text] = /^([^|]*)\|(WARNING|ERROR|FATAL|PANIC): {2}(.*)$/.exec(line) ?? [];
  if (!severity || !text || NOT_YET_READY.test(text)) return undefined;
  if (severity === 'ERROR' && backend === 'client backend') return undefined;
  return { level: severity === 'WARNING' ? 'warn' : 'error', text };
}

/** Calls `onLine` for each complete line of a stream that arrives in chunks. */
export function eachLine(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => rest && onLine(rest));
}
