import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** What became of a save, in the words of the specification. */
export function FormAlert({ message }: { message: ReactNode }) {
  if (!message) return null;
  return (
    <Alert color="red" role="alert" py={10} icon={<IconAlertTriangle size={18} aria-hidden />}>
      {message}
    </Alert>
  );
}
