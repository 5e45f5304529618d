import { errorMessageOf, hasErrorCode } from '../../lib/api-error.ts';

/** A name that somebody else took in the meantime is said in the server's words; other failures in the given ones (0§8). */
export function folderFailure(error: Error, otherwise: string): string {
  console.error('the folder was not changed', error);
  return (hasErrorCode(error, 'duplicate') && errorMessageOf(error)) || otherwise;
}
