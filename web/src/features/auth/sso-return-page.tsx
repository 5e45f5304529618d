import { finishSso } from '@ledgerline/contract/auth/sso/endpoints';
import type { TwoFactorChallenge } from '@ledgerline/contract/auth/two-factor/endpoints';
import type { ReplyOf } from '@ledgerline/contract/endpoint';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { openApi } from '../../lib/api.ts';
import { storeSignIn } from '../../lib/sign-in.ts';
import {
  clearSignedOut,
  isForReauthentication,
  openReauthenticationChannel,
  type ReauthenticationUpdate,
  type SsoReturn,
  ssoReturn,
  storedOrigin,
} from '../../lib/sso-return.ts';
import { AuthCard } from './auth-card.tsx';
import { SignInCard } from './sign-in-card.tsx';
import { TwoFactorStep } from './two-factor-step.tsx';
import { stepOf } from './use-sign-in.ts';

/** Return page of the identity provider: completes sign-in, asks for two-factor authentication, or shows the error. */
export function SsoReturnPage() {
  const returned = ssoReturn();
  if (returned === null) return <Navigate to="/crm/login" replace />;
  return isForReauthentication(returned) ? (
    <ReauthenticationReturn returned={returned} />
  ) : (
    <SignInReturn returned={returned} />
  );
}

/** The returned code is single-use: send it once, regardless of re-renders, and never retry after a failure. */
function useFinish(returned: SsoReturn) {
  return useQuery({
    queryKey: ['sso', returned.state],
    queryFn: () => finish(returned),
    retry: false,
    staleTime: 'static',
    retryOnMount: false,
  });
}

async function finish(returned: SsoReturn): Promise<ReplyOf<typeof finishSso>> {
  const answer = await openApi(finishSso, { body: returned });
  if (answer.signed_in) storeSignIn(answer.signed_in.token, answer.signed_in.admin);
  return answer;
}

function SignInReturn({ returned }: { returned: SsoReturn }) {
  const { data, error } = useFinish(returned);
  const [origin] = useState(storedOrigin);
  /** After the two-factor step: whether two-factor authentication must be set up. */
  const [mustSetUp, setMustSetUp] = useState<boolean | null>(null);
  const [dropped, setDropped] = useState<string | null>(null);
  const isIn = data?.signed_in ?? mustSetUp !== null;
  if (isIn) {
    const hasToSetUp = data?.signed_in?.has_to_set_up_factor === true || mustSetUp === true;
    return <Continue mustSetUp={hasToSetUp} origin={origin} />;
  }
  const step = dropped === null ? stepOf(error) : null;
  if (step)
    return <StepReturn step={step} onSignedIn={setMustSetUp} onBack={(reason) => setDropped(reason ?? '')} />;
  return error ? <SignInCard origin={origin} failure={dropped ?? error.message} /> : <SigningIn />;
}

function Continue({ mustSetUp, origin }: { mustSetUp: boolean; origin: string | undefined }) {
  const navigate = useNavigate();
  useEffect(() => {
    clearSignedOut();
    if (mustSetUp) void navigate({ to: '/crm/second-step', search: { origin }, replace: true });
    else void navigate({ href: origin ?? '/crm/', replace: true });
  }, [navigate, mustSetUp, origin]);
  return <SigningIn />;
}

interface StepReturnProps {
  step: TwoFactorChallenge;
  onSignedIn: (mustSetUp: boolean) => void;
  onBack: (reason?: string) => void;
}

function StepReturn(props: StepReturnProps) {
  return (
    <AuthCard title="Agent Portal">
      <TwoFactorStep {...props} />
    </AuthCard>
  );
}

function SigningIn() {
  return (
    <AuthCard title="Agent Portal">
      <Skeleton height={160} role="status" aria-label="Signing in" />
    </AuthCard>
  );
}

/** In a popup window: posts the result to the opener, which continues. */
function ReauthenticationReturn({ returned: { state, ...rest } }: { returned: SsoReturn }) {
  const { data, error } = useFinish({ state, ...rest });
  useEffect(() => {
    if (!data && !error) return;
    const update: ReauthenticationUpdate = data?.proof
      ? { state, ticket: data.proof }
      : { state, failure: error?.message ?? 'Confirmation failed.' };
    const channel = openReauthenticationChannel();
    channel.postMessage(update);
    channel.close();
    window.close();
  }, [data, error, state]);
  if (!data && !error) return <SigningIn />;
  return (
    <AuthCard title={error ? 'Not confirmed' : 'Confirmed'}>
      <Text size="sm" role="status">
        {error ? `${error.message} ` : ''}You can close this window.
      </Text>
    </AuthCard>
  );
}
