import { isRejection } from './api-error.ts';

/** Keys of uploads without a response, by their first file. */
const unanswered = new WeakMap<Blob, { sent: string; key: string }>();

/**
 * Uploads files with an idempotency key. Without a response (connection lost, server error, cancelled), the same
 * files sent again to the same target reuse the key, so that the server does not add them twice.
 */
export async function withUploadKey<Reply>(
  address: string,
  form: FormData,
  send: (key: string) => Promise<Reply>,
): Promise<Reply> {
  const entries = [...form.entries()];
  const first = entries.map(([, value]) => value).find((value) => value instanceof Blob);
  const sent = JSON.stringify([address, entries.map(([name, value]) => [name, traceOf(value)])]);
  const known = first && unanswered.get(first);
  const key = known?.sent === sent ? known.key : crypto.randomUUID();
  if (first) unanswered.set(first, { sent, key });
  try {
    const reply = await send(key);
    if (first) unanswered.delete(first);
    return reply;
  } catch (error) {
    if (first && isRejection(error)) unanswered.delete(first);
    throw error;
  }
}

function traceOf(value: FormDataEntryValue): unknown {
  return typeof value === 'string' ? value : [value.name, value.size, value.lastModified];
}
