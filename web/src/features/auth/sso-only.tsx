import { Anchor, Stack } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { SsoButton } from './sso-button.tsx';

interface SsoOnlyProps {
  /** Name of the identity provider. */
  name: string;
  origin: string | undefined;
  failure: string | null;
  /** Emergency access: the provider is unavailable and the administrator issued a password. */
  onEmergency: () => void;
}

/** The sign-in page when passwords are off. */
export function SsoOnly({ name, origin, failure, onEmergency }: SsoOnlyProps) {
  const [message, setMessage] = useState(failure);
  return (
    <Stack gap="sm">
      <FailureNote message={message} />
      <SsoButton name={name} isMain origin={origin} onFailed={setMessage} />
      <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onEmergency}>
        Sign in with an emergency password
      </Anchor>
    </Stack>
  );
}
