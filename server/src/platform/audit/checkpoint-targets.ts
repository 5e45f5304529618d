/**
 * A target for checkpoints of the chain, as configured in AUDIT_HEAD. `s3` without a bucket means the bucket of the files; `mail`
 * without an address means every owner.
 */
export type CheckpointTarget =
  | { kind: 'file'; path: string }
  | { kind: 's3'; bucket: string | null; folder: string }
  | { kind: 'mail'; to: string | null };

const EMAIL = /^mailto:(?:owners|([^@\s]+@[^@\s]+))$/;
const BUCKET = /^s3:\/\/([^/]+)(?:\/(.*))?$/;

/** Parses `/mnt/heads/ledgerline.jsonl,s3://bucket/folder,mailto:owners`; null for an invalid list. */
export function readCheckpointTargets(text: string): CheckpointTarget[] | null {
  const entries = text.split(',').flatMap((part) => part.trim() || []);
  const read = entries.map(readCheckpointTarget);
  const known = read.filter((target) => target !== null);
  return known.length === read.length ? known : null;
}

function readCheckpointTarget(text: string): CheckpointTarget | null {
  if (text === 's3') return { kind: 's3', bucket: null, folder: '' };
  const email = EMAIL.exec(text);
  if (email) return { kind: 'mail', to: email[1] ?? null };
  const [, bucket, folder = ''] = BUCKET.exec(text) ?? [];
  if (bucket)
    return { kind: 's3', bucket, folder: folder === '' || folder.endsWith('/') ? folder : `${folder}/` };
  return /[/\\]/.test(text) && !text.includes('://') ? { kind: 'file', path: text } : null;
}
