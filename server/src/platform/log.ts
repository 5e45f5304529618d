import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on standard output; what could hold a secret never gets in. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
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
  });
}
