import type { confirmSigning } from '@ledgerline/contract/signing/endpoints';
import type { LightEndpoint } from '../../lib/light-endpoints.ts';

/** Declared without schemas; a test compares it to the contract. */
export const CONFIRM_SIGNING: LightEndpoint<typeof confirmSigning> = {
  name: 'confirmSigning',
  method: 'POST',
  path: '/esign/return',
};
