import { createReadStream } from 'node:fs';
import { appendLineDurably } from '@ledgerline/host/durable';
import { z } from 'zod';
import type { TokenSigner } from '../auth/tokens.ts';
import { linesOf } from './lines.ts';

/**
 * The end of the chain at a point in time. `restored` means that an operator restored the database to this position: rows that
 * were chained after it are no longer in it. `archive` means that the rows up to this position were moved from the database to a
 * file; its hash is the SHA-256 of that file.
 */
const checkpointSchema = z.object({
  kind: z.enum(['head', 'restored', 'archive']),
  at: z.iso.datetime(),
  position: z.number().int().nonnegative(),
  event_id: z.number().int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** The token secret it was signed with, and the signature. */
  key: z.string(),
  mac: z.string(),
});
export type Checkpoint = z.output<typeof checkpointSchema>;
export type UnsignedCheckpoint = Omit<Checkpoint, 'key' | 'mac'>;

/** A location outside the database. Checkpoints are append-only. */
export interface CheckpointStore {
  /** The name in reports: a path or a bucket. */
  readonly location: string;
  append(checkpoint: Checkpoint): Promise<void>;
  /** Every checkpoint in chronological order, as text. */
  lines(): AsyncIterable<string>;
}

type Signer = Pick<TokenSigner, 'fingerprint'>;

const KEY_LENGTH = 12;
const keyName = (tokens: Signer) => tokens.fingerprint('audit head key').slice(0, KEY_LENGTH);
const macOf = (tokens: Signer, { kind, at, position, event_id, hash }: UnsignedCheckpoint) =>
  tokens.fingerprint(`audit head\n${kind}\n${at}\n${position}\n${event_id}\n${hash}`);

/** Signs a checkpoint for this installation: HMAC-SHA256 with a key derived from the token secret. */
export function signCheckpoint(tokens: Signer, checkpoint: UnsignedCheckpoint): Checkpoint {
  return { ...checkpoint, key: keyName(tokens), mac: macOf(tokens, checkpoint) };
}

/** Whether this installation signed it; `other` means another token secret, so the signature cannot be verified here. */
export function signerOfCheckpoint(tokens: Signer, checkpoint: Checkpoint): 'own' | 'other' | 'forged' {
  if (checkpoint.key !== keyName(tokens)) return 'other';
  return checkpoint.mac === macOf(tokens, checkpoint) ? 'own' : 'forged';
}

/** Null for an invalid line, such as one torn by a power failure. */
export function readCheckpoint(line: string): Checkpoint | null {
  try {
    return checkpointSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Checkpoints in a file, one per line. */
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
