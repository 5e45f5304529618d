import { loginErrorMessage } from '@ledgerline/contract/rules';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { SIGN_IN } from '../../lib/light-endpoints.ts';
import { saidOf } from '../../lib/refusal.ts';
import { storeSignIn } from '../../lib/sign-in.ts';

interface Credentials {
  username: string;
  password: string;
}

/** Signs in and keeps token and profile; `signIn` says whether it went well, `error` what to tell (0§5). */
export function useSignIn() {
  const [isSigningIn, setIsSigningIn] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return {
    isSigningIn,
    error,
    async signIn(credentials: Credentials): Promise<boolean> {
      setIsSigningIn(true);
      const failure = await failureOf(credentials);
      setError(failure);
      setIsSigningIn(false);
      return failure === null;
    },
  };
}

async function failureOf(credentials: Credentials): Promise<string | null> {
  try {
    const answer = await api(SIGN_IN, { body: credentials });
    if (!answer.success || !answer.token) return loginErrorMessage({ server_message: answer.message });
    storeSignIn(answer.token, answer.admin);
    return null;
  } catch (error) {
    return loginErrorMessage({ server_message: saidOf(error), thrown: true });
  }
}
