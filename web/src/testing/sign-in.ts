import { type SignedInAgent, storeSignIn } from '../lib/sign-in.ts';

const HOUR_S = 3600;

/** A token like the server's, with an unverified signature. */
export function tokenOf(claims: Partial<SignedInAgent> = {}): string {
  const payload: SignedInAgent = {
    id: 7,
    exp: Math.floor(Date.now() / 1000) + HOUR_S,
    is_owner: false,
    is_developer: false,
    has_all_staff_access: false,
    ...claims,
  };
  const encoded = btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return `header.${encoded}.signature`;
}

/** Signs in an agent without any request. */
export function signInAs(claims: Partial<SignedInAgent> = {}): string {
  const token = tokenOf(claims);
  storeSignIn(token, { first_name: 'Ada', last_name: 'Byron', username: 'ada', email: 'ada@example.com' });
  return token;
}
