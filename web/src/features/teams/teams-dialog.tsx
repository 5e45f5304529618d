import { Button, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ClosingDialog } from '../../components/ui/closing-dialog.tsx';
import { Loaded, LoadingRows } from '../../components/ui/loaded.tsx';
import { useNeedToKnow } from '../../domain/agents/use-access-scope.ts';
import { ACCESS_SCOPE_LABELS } from './can-view.ts';
import { NeedToKnowDialog } from './need-to-know-dialog.tsx';
import { AddTeamButton, TeamSettings } from './team-settings.tsx';

interface TeamsDialogProps {
  onClose: () => void;
  /** Shown above the settings. */
  lead?: ReactNode;
}

/** For owners: which clients agents see, and the teams that may determine it (decision 071). */
export function TeamsDialog({ onClose, lead }: TeamsDialogProps) {
  const [isChanging, setChanging] = useState(false);
  return (
    <ClosingDialog
      opened
      onClose={onClose}
      title="Teams and client access"
      size="md"
      beside={<AddTeamButton />}
    >
      {lead}
      <AccessScope onChange={() => setChanging(true)} />
      <TeamSettings />
      {isChanging && <NeedToKnowDialog onClose={() => setChanging(false)} />}
    </ClosingDialog>
  );
}

function AccessScope({ onChange }: { onChange: () => void }) {
  return (
    <Paper withBorder p="sm">
      <Loaded
        query={useNeedToKnow()}
        failed="The client access settings could not be loaded."
        loading={<LoadingRows rows={1} label="Loading client access settings" />}
        isInCard
      >
        {({ sees }) => (
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <div>
              <Text size="sm" fw={500}>
                Agents see: {ACCESS_SCOPE_LABELS[sees].label.toLowerCase()}
              </Text>
              <Text size="sm" c="dimmed">
                {ACCESS_SCOPE_LABELS[sees].description}
              </Text>
            </div>
            <Button variant="default" flex="none" onClick={onChange}>
              Change
            </Button>
          </Group>
        )}
      </Loaded>
    </Paper>
  );
}
