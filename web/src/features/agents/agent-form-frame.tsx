import { Alert, Button, Group, Paper } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { EditingState } from '../../domain/editing/use-editing.ts';

interface AgentFormFrameProps {
  children: ReactNode;
  editing: EditingState;
  canSave: boolean;
  saveLabel: string;
  /** Buttons next to Save. */
  extra?: ReactNode;
}

/** Wraps the agent fields in a card with the error message and the Save button. */
export function AgentFormFrame(props: AgentFormFrameProps) {
  const { children, editing, canSave, saveLabel, extra } = props;
  return (
    <Paper withBorder p="md" maw={560} component="section">
      <form noValidate onSubmit={editing.submit}>
        {children}
        {editing.failure && (
          <Alert
            color="red"
            variant="light"
            role="alert"
            mt="md"
            p="xs"
            icon={<IconAlertCircle size={18} aria-hidden />}
          >
            {editing.failure}
          </Alert>
        )}
        <Group justify="space-between" mt="md" gap="xs">
          <Group gap="xs">{extra}</Group>
          <Button type="submit" ml="auto" loading={editing.isSaving} disabled={!canSave}>
            {saveLabel}
          </Button>
        </Group>
      </form>
    </Paper>
  );
}
