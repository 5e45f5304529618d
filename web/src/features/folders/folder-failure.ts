import { errorMessageOf, hasErrorCode } from '../../lib/api-error.ts';

/** Shows the server's message if the name was taken in the meantime, and the given text for other failures (0§8). */
export function folderFailure(error: Error, otherwise: string): string {
  console.error('the folder was not changed', error);
  return (hasErrorCode(error, 'duplicate') && errorMessageOf(error)) || otherwise;
}
