import { cleanEmail } from '@ledgerline/contract/rules';

/** Why an email cannot be sent to an address; null when it can. One plain address only: no name, commas or line breaks. */
export function addressProblem(address: string): string | null {
  if (address === '') return 'The client has no email address. Please enter one.';
  return cleanEmail(address) === address ? null : 'Please enter a valid email address';
}
