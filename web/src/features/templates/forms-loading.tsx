import { Group, Loader, Stack, Text } from '@mantine/core';
import { LoadingRows } from '../../components/ui/loaded.tsx';

/** While the forms load: the specification's text above skeleton rows. */
export function FormsLoading() {
  return (
    <Stack gap="md">
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm" c="dimmed">
          Loading forms
        </Text>
      </Group>
      <div aria-hidden>
        <LoadingRows rows={8} height={44} label="" />
      </div>
    </Stack>
  );
}
