import { createHash } from 'node:crypto';
import type { Checkpoint, CheckpointStore } from '#platform/audit/checkpoints.ts';
import { objectsUnder, type S3Calls, type S3Settings, s3Calls } from './s3.ts';

const FOLDER = 'audit-head/';
const SEPARATOR = '!';

/**
 * Checkpoints of the audit log's hash chain in a bucket: one object each, with all values in its name, so that a listing reads
 * them in chronological order. The bucket decides whether an object can be deleted: with Object Lock and a default retention no
 * one can before the retention ends.
 */
export function createS3Checkpoints(settings: S3Settings): CheckpointStore {
  const send = s3Calls(settings);
  return {
    location: `s3://${settings.S3_BUCKET}/${settings.S3_PREFIX}${FOLDER}`,
    append: (checkpoint) =>
      send('put', async ({ sdk, s3, signal }) => {
        const body = Buffer.from(`${JSON.stringify(checkpoint)}\n`);
        await s3.send(
          new sdk.PutObjectCommand({
            Bucket: settings.S3_BUCKET,
            Key: `${settings.S3_PREFIX}${FOLDER}${nameOf(checkpoint)}`,
            Body: body,
            ContentLength: body.byteLength,
            ContentType: 'application/json',
            // Buckets with Object Lock reject uploads without it.
            ContentMD5: createHash('md5').update(body).digest('base64'),
          }),
          { abortSignal: signal },
        );
      }),
    lines: () => listCheckpoints(settings, send),
  };
}

async function* listCheckpoints(settings: S3Settings, send: S3Calls): AsyncGenerator<string> {
  const prefix = `${settings.S3_PREFIX}${FOLDER}`;
  for await (const { Key = '' } of objectsUnder(settings, send, prefix))
    yield JSON.stringify(checkpointNamed(Key.slice(prefix.length)));
}

function nameOf({ at, kind, position, event_id, hash, key, mac }: Checkpoint): string {
  return [at.replaceAll(':', '-'), kind, position, event_id, hash, key, mac].join(SEPARATOR);
}

/** Parses a name; a name in another format is not a checkpoint. */
function checkpointNamed(name: string): Record<keyof Checkpoint, unknown> {
  const [at = '', kind, position, event_id, hash, key, mac] = name.split(SEPARATOR);
  return {
    kind,
    at: at.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'),
    position: Number(position),
    event_id: Number(event_id),
    hash,
    key,
    mac,
  };
}
