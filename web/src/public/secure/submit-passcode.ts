import { submitSessionPasscode } from '@ledgerline/contract/public-forms/endpoints';
import { hasErrorCode } from '../../lib/api-error.ts';
import { openCall } from '../api.ts';

/** Submits the passcode of the session that a form's link belongs to; false if it is wrong. */
export async function submitPasscode(token: string, passcode: string): Promise<boolean> {
  try {
    await openCall(submitSessionPasscode, { body: { token, passcode } });
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'not_allowed')) return false;
    throw error;
  }
}
