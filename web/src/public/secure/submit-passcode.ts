import { giveSessionPasscode } from '@ledgerline/contract/public-forms/endpoints';
import { refusedFor } from '../../lib/api-error.ts';
import { openCall } from '../api.ts';

/** Gives the passcode of the session that a form's link belongs to; false when it is wrong. */
export async function givePasscode(token: string, passcode: string): Promise<boolean> {
  try {
    await openCall(giveSessionPasscode, { body: { token, passcode } });
    return true;
  } catch (error) {
    if (refusedFor(error, 'not_allowed')) return false;
    throw error;
  }
}
