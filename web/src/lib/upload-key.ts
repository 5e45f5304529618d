import { isRejection } from './api-error.ts';

/** Keys of uploads whose answer never came, by their first file. */
const unanswered = new WeakMap<Blob, { sent: string; key: string }>();

/**
 * Sends files under a one-time key. Where no answer came (the connection broke, the server failed, the sending was
 * stopped), the same files sent again to the same place carry the same key: what the server took already is not added twice.
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
