import { Anchor, Stack } from '@mantine/core';
import { useState } from 'react';
import { FailureNote } from '../../components/ui/error-note.tsx';
import { SsoButton } from './sso-button.tsx';

interface SsoOnlyProps {
  /** Of the identity provider. */
  name: string;
  origin: string | undefined;
  failure: string | null;
  /** The provider is gone, and whoever runs the server gave out a password. */
  onEmergency: () => void;
}

/** The sign-in page where passwords are off. */
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
