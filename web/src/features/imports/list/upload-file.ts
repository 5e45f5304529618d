import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { uploadImport } from '@ledgerline/contract/imports/endpoints';
import { uploadWithProgress } from '../../../lib/upload-files.ts';

interface UploadOptions {
  /** Bytes sent so far, and the total. */
  onProgress: (sent: number, total: number) => void;
  signal: AbortSignal;
}

/** Uploads the file to import. `signal` cancels the upload. */
export function uploadFile(file: File, options: UploadOptions): Promise<ReplyOf<typeof uploadImport>> {
  const form = new FormData();
  form.append('file', file);
  return uploadWithProgress(uploadImport, form, options);
}
