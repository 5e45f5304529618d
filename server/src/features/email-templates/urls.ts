import { cleanEmail } from '@ledgerline/contract/rules';

/** Why a mail cannot go to an address; null when it can. One clean address only: no name, commas or line ends. */
export function addressProblem(address: string): string | null {
  if (address === '') return 'The client has no email address. Please enter one.';
  return cleanEmail(address) === address ? null : 'Please enter a valid email address';
}
