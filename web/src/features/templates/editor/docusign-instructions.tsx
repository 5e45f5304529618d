import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { invalidateTemplates } from '../api.ts';

/** E-signature templates are not entered here: they arrive with a sync (0§5). */
export function DocusignInstructions({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  function closeAndRefresh() {
    onClose();
    void invalidateTemplates(queryClient);
  }
  return (
    <Stack gap="md">
      <Text size="sm">DocuSign forms come from the e-signature templates:</Text>
      <List type="ordered" size="sm" spacing={6}>
        <List.Item>
          Add the fillable PDF under More Options, Template Library (or create the template at the provider).
        </List.Item>
        <List.Item>Choose Sync Templates under More Options. Every template becomes a form.</List.Item>
        <List.Item>Open the new form to set its names, folder, prices and Form Link ID.</List.Item>
      </List>
      <Group justify="flex-end">
        <Button onClick={closeAndRefresh}>Close &amp; Refresh</Button>
      </Group>
    </Stack>
  );
}
