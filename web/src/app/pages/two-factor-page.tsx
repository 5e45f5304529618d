import { SetUpPage } from '../../features/auth/set-up-page.tsx';
import { ReauthenticationGate } from '../shell/reauthentication-gate.tsx';
import { useSignOut } from '../shell/use-sign-out.ts';

/** Where an agent is redirected who must set up two-factor authentication first (decision 057). */
export function TwoFactorPage() {
  return (
    <>
      <SetUpPage onSignOut={useSignOut()} />
      <ReauthenticationGate />
    </>
  );
}
