import { Alert } from '@mantine/core';
import { errorMessageOf, isRejection } from '../../../lib/api-error.ts';

interface RecordFailureProps {
  kind: 'payment' | 'refund' | 'return';
  error: Error;
}

/** Why money was not recorded. If the response was lost, says that the result is unknown and a retry is safe. */
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
