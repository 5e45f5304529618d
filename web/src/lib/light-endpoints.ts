import type { signIn } from '@ledgerline/contract/auth/endpoints';
import type { startSso } from '@ledgerline/contract/auth/sso/endpoints';
import type { Endpoint } from '@ledgerline/contract/endpoint';
import type { getPublicSettings } from '@ledgerline/contract/settings/endpoints';

/** The URL of an endpoint: all that a request needs. */
export type EndpointAddress = Pick<Endpoint, 'method' | 'path'>;

/** An endpoint of the contract without its schemas, which would load the schema library; still typed. */
export interface LightEndpoint<E extends Endpoint> extends EndpointAddress {
  readonly shapes?: E;
}

// The requests of the first page everyone loads. A test compares them with the contract.
export const SIGN_IN: LightEndpoint<typeof signIn> = { method: 'POST', path: '/crm/login' };
export const START_SSO: LightEndpoint<typeof startSso> = {
  method: 'POST',
  path: '/auth/sso',
};
/** Same as `SSO_RETURN_PATH` of the contract. */
export const SSO_RETURN_PATH = '/crm/sso';
export const PUBLIC_SETTINGS: LightEndpoint<typeof getPublicSettings> = {
  method: 'GET',
  path: '/public-settings',
};
