import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { GuardedModal } from './guarded-modal.tsx';

type ResultType = 'success' | 'error' | 'warning' | 'info';

export interface Result {
  type: ResultType;
  title: string;
  message: string;
  /** Additional content below the message. */
  details?: ReactNode;
}

const STYLES = {
  success: { color: 'green', Icon: IconCircleCheck, label: 'Success' },
  error: { color: 'red', Icon: IconCircleX, label: 'Error' },
  warning: { color: 'yellow', Icon: IconAlertTriangle, label: 'Warning' },
  info: { color: 'blue', Icon: IconInfoCircle, label: 'Information' },
} as const;

interface ResultDialogProps {
  /** null keeps it closed. */
  result: Result | null;
  onClose: () => void;
}

/** Reports a result (0§2): success, error, warning or info, with one button. */
export function ResultDialog({ result, onClose }: ResultDialogProps) {
  return (
    <GuardedModal opened={result !== null} onClose={onClose} title={result?.title} size="md">
      {result && <Body {...result} onClose={onClose} />}
    </GuardedModal>
  );
}

function Body({ type, message, details, onClose }: Result & { onClose: () => void }) {
  const { color, Icon, label } = STYLES[type];
  return (
    <Stack gap="md" role={type === 'error' ? 'alert' : 'status'} data-result={type}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <ThemeIcon variant="light" color={color} size={36} radius="xl" aria-label={label} role="img">
          <Icon size={20} aria-hidden />
        </ThemeIcon>
        <Stack gap="xs" style={{ minWidth: 0, flex: 1 }}>
          <Text size="md" style={{ overflowWrap: 'anywhere' }} mt={7}>
            {message}
          </Text>
          {details}
        </Stack>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          OK
        </Button>
      </Group>
    </Stack>
  );
}
