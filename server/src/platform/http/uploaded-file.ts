import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

export interface UploadedFile {
  /** The name as sent, without path and control characters. */
  name: string;
  bytes: Buffer;
}

/** The one file of a multipart request; anything else is a sentence. */
export async function readUploadedFile(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  if (!request.isMultipart()) throw noFile();
  try {
    const part = await request.file({ limits: { fileSize: maxBytes, files: 1 }, throwFileSizeLimit: false });
    if (!part) throw noFile();
    const bytes = await part.toBuffer();
    if (part.file.truncated) {
      const limit = Math.floor(maxBytes / 1024 / 1024);
      throw new AppError('too_large', { message: `The file is larger than ${limit} MB.` });
    }
    return { name: cleanName(part.filename), bytes };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('malformed_request', {
      message: 'The upload could not be read. Please choose the file again.',
      cause: error,
    });
  }
}

function noFile(): AppError {
  return new AppError('validation_failed', {
    message: 'Please choose a file.',
    fields: [{ path: 'file', message: 'Please choose a file.' }],
  });
}

function cleanName(name: string | undefined): string {
  const bare = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = bare
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 200);
  return clean === '' ? 'file' : clean;
}
