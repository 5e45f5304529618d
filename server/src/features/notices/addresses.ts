import { isEmail } from '@ledgerline/contract/rules';

/** Why a mail cannot go to an address; null when it can. One address only: no commas, no line ends. */
export function addressProblem(address: string): string | null {
  if (address === '') return 'The client has no email address. Please enter one.';
  return isEmail(address) && !/[\s,;<>]/.test(address) ? null : 'Please enter a valid email address';
}
