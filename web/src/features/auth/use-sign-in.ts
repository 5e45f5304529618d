import type { TwoFactorChallenge } from '@ledgerline/contract/auth/two-factor/endpoints';
import { loginErrorMessage } from '@ledgerline/contract/rules';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { ApiError, errorMessageOf, hasErrorCode } from '../../lib/api-error.ts';
import { SIGN_IN } from '../../lib/light-endpoints.ts';
import { storeSignIn } from '../../lib/sign-in.ts';

interface Credentials {
  username: string;
  password: string;
}

/** Result of submitting username and password. */
type Outcome =
  | { kind: 'failed'; reason: string }
  | { kind: 'step'; step: TwoFactorChallenge }
  | { kind: 'signed_in'; mustSetUp: boolean };

/** Signs in and stores token and profile. `signIn` returns the result, `error` the message to show (0§5). */
export function useSignIn(failure: string | null) {
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [error, setError] = useState<string | null>(failure);
  return {
    isSigningIn,
    error,
    setError,
    async signIn(credentials: Credentials): Promise<Outcome> {
      setIsSigningIn(true);
      const outcome = await outcomeOf(credentials);
      setError(outcome.kind === 'failed' ? outcome.reason : null);
      setIsSigningIn(false);
      return outcome;
    },
  };
}

async function outcomeOf(credentials: Credentials): Promise<Outcome> {
  try {
    const answer = await api(SIGN_IN, { body: credentials });
    if (!answer.success || !answer.token)
      return { kind: 'failed', reason: loginErrorMessage({ server_message: answer.message }) };
    storeSignIn(answer.token, answer.admin);
    return { kind: 'signed_in', mustSetUp: answer.has_to_set_up_factor === true };
  } catch (error) {
    const step = stepOf(error);
    if (step) return { kind: 'step', step };
    return {
      kind: 'failed',
      reason: loginErrorMessage({ server_message: errorMessageOf(error), thrown: true }),
    };
  }
}

/** Parsed by hand to keep the schema library out of the sign-in bundle. */
export function stepOf(error: unknown): TwoFactorChallenge | null {
  if (!hasErrorCode(error, 'second_factor_needed')) return null;
  const details = error instanceof ApiError ? error.details : undefined;
  if (typeof details?.ticket !== 'string') return null;
  return {
    ticket: details.ticket,
    has_app: details.has_app === true,
    has_passkey: details.has_passkey === true,
    can_remember: details.can_remember === true,
  };
}
