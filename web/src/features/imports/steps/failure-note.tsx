import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** What went wrong, in the server's words. */
export function FailureNote({ message }: { message: string | null | undefined }) {
  if (!message) return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle size={18} aria-hidden />} py={10}>
      {message}
    </Alert>
  );
}
