import { signOut } from '@ledgerline/contract/auth/endpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, endSignIn } from '../../lib/api.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { clearSignIn, onSignedOutElsewhere } from '../../lib/sign-in.ts';
import { recordSignedOut } from '../../lib/sso-return.ts';

/** Signs out immediately; the server revokes the sign-in in the background. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { sso } = usePublicSettings();
  return () => {
    api(signOut).catch((error: unknown) => console.warn('the sign-out request failed', error));
    clearSignIn();
    if (sso) recordSignedOut();
    void navigate({ to: '/crm/login', ignoreBlocker: true }).then(() => queryClient.clear());
  };
}

/** Signing out in one tab signs out all tabs. */
export function useSignedOutElsewhere(): void {
  useEffect(() => onSignedOutElsewhere(endSignIn), []);
}
