import { Alert } from '@mantine/core';
import { ApiError } from '../../../lib/http.ts';

interface RecordFailureProps {
  kind: 'payment' | 'refund';
  error: Error;
}

/** Why money was not recorded; where the answer was lost, that nobody knows, and that the same once more counts once. */
export function RecordFailure({ kind, error }: RecordFailureProps) {
  if (isRefusal(error)) {
    return (
      <Alert color="red">
        The {kind} was not recorded. {error.message}
      </Alert>
    );
  }
  return (
    <Alert color="yellow">
      {error instanceof ApiError && error.serverMessage && <>{error.serverMessage} </>}
      It is not known whether the {kind} was recorded. Trying again is safe: unless you change something, it
      is recorded only once.
    </Alert>
  );
}

/** A server that is in trouble, a proxy, or an answer that nobody can read may stand before something that was done. */
function isRefusal(error: Error): boolean {
  if (!(error instanceof ApiError) || error.status === undefined) return false;
  return (error.status >= 400 && error.status < 500) || error.code === 'disk_full';
}
