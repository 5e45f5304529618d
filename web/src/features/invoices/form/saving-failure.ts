import type { Result } from '../../../components/ui/result-dialog.tsx';
import { errorMessageOf, isRejection } from '../../../lib/api-error.ts';

const CREATE_FAILED = 'Failed to create invoice. Please try again.';
const SAFE = 'Trying again is safe';

/** Why an invoice was not saved. If the response was lost, says that the result is unknown. */
export function savingFailure(error: unknown, { isNew }: { isNew: boolean }): Result {
  if (!isRejection(error)) return notKnown(error, isNew);
  const why = error instanceof Error ? error.message : '';
  const failed = { type: 'error', title: 'Failed to Save Invoice' } as const;
  if (!isNew) return { ...failed, message: why };
  return { ...failed, message: CREATE_FAILED, ...(why ? { details: why } : {}) };
}

function notKnown(error: unknown, isNew: boolean): Result {
  const message = isNew
    ? `We couldn’t confirm whether the invoice was created. ${SAFE}: unless you change something, it is created only once.`
    : `We couldn’t confirm whether the changes were saved. ${SAFE}.`;
  const serverMessage = errorMessageOf(error);
  return {
    type: 'warning',
    title: 'Couldn’t Confirm the Result',
    message,
    ...(serverMessage ? { details: serverMessage } : {}),
  };
}
