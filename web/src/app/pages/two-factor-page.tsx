import { SetUpPage } from '../../features/auth/set-up-page.tsx';
import { ReauthenticationGate } from '../shell/reauthentication-gate.tsx';
import { useSignOut } from '../shell/use-sign-out.ts';

/** Agents who must set up two-factor authentication first are redirected here (decision 057). */
export function TwoFactorPage() {
  return (
    <>
      <SetUpPage onSignOut={useSignOut()} />
      <ReauthenticationGate />
    </>
  );
}
