import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Loaded } from '../../components/ui/loaded.tsx';
import { canUsePasskeys } from '../../lib/passkeys.ts';
import { usePublicSettings } from '../../lib/public-settings.ts';
import { PasskeyReauthentication } from './passkey-reauthentication.tsx';
import { ReauthenticationFields, type ReauthenticationFormProps } from './reauthentication-fields.tsx';
import { SsoReauthentication } from './sso-reauthentication.tsx';
import { useReauthenticationMethods } from './use-reauthentication.ts';

/** Proves that it is the agent who is signed in: over any screen, where something needs it (decision 058). */
export function ReauthenticationForm(props: ReauthenticationFormProps) {
  const ways = useReauthenticationMethods();
  return (
    <Loaded
      query={ways}
      failed="It could not be asked how to confirm that it is you."
      loading={<Skeleton height={96} role="status" aria-label="Loading" />}
      isInCard
    >
      {(found) => <Ways {...props} ways={found} />}
    </Loaded>
  );
}

type Ways = NonNullable<ReturnType<typeof useReauthenticationMethods>['data']>;

const NO_WAY =
  'There is nothing here to confirm with. Please sign out and sign in again: for 15 minutes after that, most actions need no confirmation.';

/** The first way has the button that Enter presses; those beside it follow. */
function Ways({ ways, ...props }: ReauthenticationFormProps & { ways: Ways }) {
  const { sso } = usePublicSettings();
  /** Of a sign-in at the identity provider that a code has to go with. */
  const [ticket, setTicket] = useState<string | null>(null);
  const { needs_code, has_password, has_code, has_sso } = ways;
  const { beside, onProved } = props;
  const hasPasskey = ways.has_passkey && canUsePasskeys();
  const hasForm = has_password || has_code;
  const hasSso = has_sso && sso !== undefined;
  if (ticket !== null)
    return (
      <Stack gap="sm">
        <ReauthenticationFields {...props} requested={['code']} ticket={ticket} />
        <Button variant="subtle" fullWidth onClick={() => setTicket(null)}>
          Confirm another way
        </Button>
      </Stack>
    );
  return (
    <Stack gap="sm">
      {has_password && (
        <ReauthenticationFields {...props} requested={needs_code ? ['password', 'code'] : ['password']} />
      )}
      {!has_password && has_code && <ReauthenticationFields {...props} requested={['code']} />}
      {hasSso && (
        <SsoReauthentication name={sso.name} isMain={!hasForm} onCode={setTicket} onProved={onProved} />
      )}
      {hasPasskey && <PasskeyReauthentication onProved={onProved} />}
      {!hasForm && !hasSso && !hasPasskey && <Text size="sm">{NO_WAY}</Text>}
      {!hasForm && beside && <Group justify="flex-end">{beside}</Group>}
    </Stack>
  );
}
