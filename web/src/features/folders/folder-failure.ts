import { ApiError } from '../../lib/http.ts';

/** A name that somebody else took in the meantime is said in the server's words; other failures in the given ones (0§8). */
export function folderFailure(error: Error, otherwise: string): string {
  console.error('the folder was not changed', error);
  const isTaken = error instanceof ApiError && error.code === 'duplicate';
  return (isTaken && error.serverMessage) || otherwise;
}
