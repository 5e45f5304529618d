import { SetUpPage } from '../../features/auth/set-up-page.tsx';
import { ReauthenticationGate } from '../shell/reauthentication-gate.tsx';
import { useSignOut } from '../shell/use-sign-out.ts';

/** Where an agent is led who has to set up a second step before anything else (decision 057). */
export function SecondStepPage() {
  return (
    <>
      <SetUpPage onSignOut={useSignOut()} />
      <ReauthenticationGate />
    </>
  );
}
