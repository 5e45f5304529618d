import { AppError } from '../../errors.ts';

/** The stored file differs from what was written; the log says which file and where, people see the error code's message. */
export function damaged(storageKey: string, where: string): AppError {
  return new AppError('file_damaged', {
    cause: new Error(`the stored file ${storageKey} was changed after encryption: ${where}`),
  });
}

/** Encrypted with a key that is not in the ring, or the key's id was changed. */
export function keyMissing(storageKey: string, keyId: string): AppError {
  const shown = /^[a-z0-9]+$/i.test(keyId) ? keyId : 'with an invalid name';
  return new AppError('file_damaged', {
    message: `This file needs the key ${shown}, which the server does not have, or it is damaged.`,
    cause: new Error(`the stored file ${storageKey} names the key ${shown}, which is not in the ring`),
  });
}

/** All files are encrypted by now: an unencrypted one was put there by someone else. */
export function notEncrypted(storageKey: string): AppError {
  return new AppError('file_damaged', {
    message:
      'This file is not encrypted, unlike every stored file, so it is not the original. It cannot be downloaded.',
    cause: new Error(`the stored file ${storageKey} is not encrypted`),
  });
}
