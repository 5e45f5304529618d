import { domainToASCII } from 'node:url';
import { cleanEmail } from '@ledgerline/contract/rules';

/**
 * An email address in the form outside services accept: an internationalized domain in its ASCII form. Null when there is no
 * address or when the part before the @ has no ASCII form.
 */
export function asciiEmail(text: string | null): string | null {
  const [local = '', domain = ''] = (cleanEmail(text ?? '') ?? '').split('@');
  const asciiDomain = domainToASCII(domain);
  return asciiDomain !== '' && /^[\x21-\x7e]+$/.test(local) ? `${local}@${asciiDomain}` : null;
}
