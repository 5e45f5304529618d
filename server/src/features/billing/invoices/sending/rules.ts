import { phoneDisplay } from '@ledgerline/contract/rules';

/** What the agent reads after sending; no provider of text messages exists, so that is said (decision 024). */
export function sentMessage(invoice: { email: string | null; phone: string | null }): string {
  return invoice.email
    ? `The invoice is on its way to ${invoice.email}.`
    : `This invoice has no email address, so no email was sent. Please pass the payment link on to ${phoneDisplay(invoice.phone)} by phone or text message.`;
}
