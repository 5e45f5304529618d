import { Group, Loader, Stack, Text } from '@mantine/core';
import { LoadingRows } from '../../components/ui/loading-rows.tsx';

/** While the forms are on their way: the words of the specification over rows in their shape. */
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
