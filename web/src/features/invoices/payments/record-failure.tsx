import { Alert } from '@mantine/core';
import { errorMessageOf, isRejection } from '../../../lib/api-error.ts';

interface RecordFailureProps {
  kind: 'payment' | 'refund' | 'return';
  error: Error;
}

/** Why money was not recorded; where the answer was lost, that nobody knows, and that the same once more counts once. */
export function RecordFailure({ kind, error }: RecordFailureProps) {
  if (isRejection(error)) {
    return (
      <Alert color="red">
        The {kind} was not recorded. {error.message}
      </Alert>
    );
  }
  return (
    <Alert color="yellow">
      {errorMessageOf(error) && <>{errorMessageOf(error)} </>}
      We couldn’t confirm whether the {kind} was recorded. Trying again is safe: unless you change something,
      it is recorded only once.
    </Alert>
  );
}
