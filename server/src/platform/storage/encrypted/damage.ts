import { AppError } from '../../errors.ts';

/** What lies in the storage is not what was kept; the log says which file and where it is wrong, people read the code's words. */
export function damaged(storageKey: string, where: string): AppError {
  return new AppError('file_damaged', {
    cause: new Error(`the stored file ${storageKey} is not as it was sealed: ${where}`),
  });
}

/** Sealed under a key that is not in the ring, or the name of the key was changed. */
export function keyMissing(storageKey: string, keyId: string): AppError {
  const shown = /^[a-z0-9]+$/i.test(keyId) ? keyId : 'with a name that is none';
  return new AppError('file_damaged', {
    message: `This file needs the key ${shown}, which the server does not have, or it is damaged.`,
    cause: new Error(`the stored file ${storageKey} names the key ${shown}, which is not in the ring`),
  });
}

/** Every file is sealed by now: one that is not was put there by somebody else. */
export function notEncrypted(storageKey: string): AppError {
  return new AppError('file_damaged', {
    message:
      'This file is not encrypted as every stored file has to be, so it is not the one that was kept. It is not handed out.',
    cause: new Error(`the stored file ${storageKey} is not sealed`),
  });
}
