import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** An error next to the control that caused it. */
export function FailureNote({ message }: { message: ReactNode }) {
  if (!message) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />} py={10}>
      {message}
    </Alert>
  );
}
