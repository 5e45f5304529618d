import { Alert, Button, Group, Paper } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface AgentFormFrameProps {
  children: ReactNode;
  failure: string | null;
  isSaving: boolean;
  canSave: boolean;
  saveLabel: string;
  onSubmit: () => void;
  /** Buttons beside Save. */
  extra?: ReactNode;
}

/** Card, failure text and Save around the fields of an agent. */
export function AgentFormFrame(props: AgentFormFrameProps) {
  const { children, failure, isSaving, canSave, saveLabel, onSubmit, extra } = props;
  return (
    <Paper withBorder p="md" maw={560} component="section">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        {failure && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            mt="md"
            p="xs"
            icon={<IconAlertCircle size={18} aria-hidden />}
          >
            {failure}
          </Alert>
        )}
        <Group justify="space-between" mt="md" gap="xs">
          <Group gap="xs">{extra}</Group>
          <Button type="submit" ml="auto" loading={isSaving} disabled={!canSave}>
            {saveLabel}
          </Button>
        </Group>
      </form>
    </Paper>
  );
}
