import { createReadStream } from 'node:fs';
import { appendLineDurably } from '@ledgerline/host/durable';
import { z } from 'zod';
import type { TokenSigner } from '../auth/tokens.ts';
import { linesOf } from './lines.ts';

/**
 * How the chain ended at a moment. `restored` says that an operator put the database back to this place: what was sealed
 * behind it before is not in it any more. `archive` says that the rows up to this place left the database for a file; its
 * hash is the SHA-256 of that file.
 */
const checkpointSchema = z.object({
  kind: z.enum(['head', 'restored', 'archive']),
  at: z.iso.datetime(),
  position: z.number().int().nonnegative(),
  event_id: z.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** Which token secret it was signed with, and the signature. */
  key: z.string(),
  mac: z.string(),
});
export type Checkpoint = z.output<typeof checkpointSchema>;
export type UnsignedCheckpoint = Omit<Checkpoint, 'key' | 'mac'>;

/** A place outside the database. Heads are only ever added. */
export interface CheckpointStore {
  /** What it is called in results: a path, a bucket. */
  readonly location: string;
  append(checkpoint: Checkpoint): Promise<void>;
  /** Every head in the order of time, as text. */
  lines(): AsyncIterable<string>;
}

type Signer = Pick<TokenSigner, 'fingerprint'>;

const KEY_LENGTH = 12;
const keyName = (tokens: Signer) => tokens.fingerprint('audit head key').slice(0, KEY_LENGTH);
const macOf = (tokens: Signer, { kind, at, position, event_id, hash }: UnsignedCheckpoint) =>
  tokens.fingerprint(`audit head\n${kind}\n${at}\n${position}\n${event_id}\n${hash}`);

/** A head with the signature of this installation: HMAC-SHA256 with a key of the token secret's. */
export function signCheckpoint(tokens: Signer, checkpoint: UnsignedCheckpoint): Checkpoint {
  return { ...checkpoint, key: keyName(tokens), mac: macOf(tokens, checkpoint) };
}

/** Whether this installation signed it; `other` with another token secret, of which nothing is known here. */
export function judgeCheckpoint(tokens: Signer, checkpoint: Checkpoint): 'own' | 'other' | 'forged' {
  if (checkpoint.key !== keyName(tokens)) return 'other';
  return checkpoint.mac === macOf(tokens, checkpoint) ? 'own' : 'forged';
}

/** Null for a line that is none, as one that a power cut tore. */
export function readCheckpoint(line: string): Checkpoint | null {
  try {
    return checkpointSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Heads in a file of lines. */
export function checkpointFile(file: string): CheckpointStore {
  return {
    location: file,
    append: (checkpoint) => appendLineDurably(file, JSON.stringify(checkpoint)),
    async *lines() {
      const source = createReadStream(file);
      let isMissing = false;
      source.on('error', (error: NodeJS.ErrnoException) => {
        isMissing = error.code === 'ENOENT';
      });
      try {
        for await (const line of linesOf(source)) if (line.trim() !== '') yield line;
      } catch (error) {
        if (!isMissing) throw error;
      }
    },
  };
}
