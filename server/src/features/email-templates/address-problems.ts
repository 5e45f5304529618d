import { cleanEmail, EMAIL_NOT_CONNECTED } from '@ledgerline/contract/rules';
import type { Deps } from '#platform/context.ts';
import { isEmailConnected } from '#platform/email/transport.ts';
import { hasAddressForJobs } from '#platform/public-address.ts';

/** Why an email cannot be sent to an address; null when it can. One plain address only: no name, commas or line breaks. */
export function addressProblem(address: string): string | null {
  if (address === '') return 'The client has no email address. Please enter one.';
  return cleanEmail(address) === address ? null : 'Please enter a valid email address';
}

/** Why a job cannot email a link to an address; null when it can. `missing` is the problem without an address. */
export function jobEmailProblem(deps: Deps, address: string, missing: string): string | null {
  if (!isEmailConnected(deps)) return EMAIL_NOT_CONNECTED;
  if (!hasAddressForJobs(deps.config))
    return 'The portal’s public address is not set, so the links would not work';
  return address === '' ? missing : addressProblem(address);
}
