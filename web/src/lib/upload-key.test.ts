import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { withUploadKey } from './upload-key.ts';

const formOf = (file: File, notes = '') => {
  const form = new FormData();
  form.append('notes', notes);
  form.append('documents', file);
  return form;
};

/** The idempotency key of an upload, whatever its result. */
async function keyOf(address: string, form: FormData, end?: Error): Promise<string> {
  let sent = '';
  await withUploadKey(address, form, async (key) => {
    sent = key;
    if (end) throw end;
  }).catch(() => undefined);
  return sent;
}

describe('the idempotency key of an upload', () => {
  it('stays the same for the same file until a response arrives', async () => {
    const file = new File(['a'], 'a.pdf');
    const broken = new ApiError(new Error('broken'), undefined, undefined);
    const failed = new ApiError(new Error('failed'), 502, undefined);
    const first = await keyOf('/api/upload/1', formOf(file), broken);
    expect(await keyOf('/api/upload/1', formOf(file), failed)).toBe(first);
    expect(await keyOf('/api/upload/1', formOf(file), new DOMException('stopped', 'AbortError'))).toBe(first);
    expect(await keyOf('/api/upload/1', formOf(file))).toBe(first);
    expect(await keyOf('/api/upload/1', formOf(file))).not.toBe(first);
  });

  it('changes for another file, target or note, and after a rejection', async () => {
    const file = new File(['a'], 'a.pdf');
    const broken = new ApiError(new Error('broken'), undefined, undefined);
    const apiError = new ApiError(new Error('refused'), 400, undefined);
    const first = await keyOf('/api/upload/1', formOf(file), broken);
    const keys = [
      first,
      await keyOf('/api/upload/1', formOf(new File(['a'], 'a.pdf')), broken),
      await keyOf('/api/upload/2', formOf(file), broken),
      await keyOf('/api/upload/2', formOf(file, 'from Ana'), apiError),
      await keyOf('/api/upload/2', formOf(file, 'from Ana'), broken),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });
});
