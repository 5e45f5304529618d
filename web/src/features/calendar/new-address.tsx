import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { CopyButton } from '../../components/ui/copy-button.tsx';

/** A link that was just created. It cannot be shown again. */
export function NewAddress({ url }: { url: string }) {
  return (
    <Alert color="teal" role="status" title="Copy the calendar link now. It is shown only once.">
      <Stack gap="xs" align="flex-start">
        <TextInput
          aria-label="Calendar link"
          value={url}
          readOnly
          w="100%"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label="Copy calendar link" />
        <Text size="sm">
          In your calendar app, add a calendar by URL (“subscribe”). Anyone who has the link can read the
          feed, so don’t share it.
        </Text>
      </Stack>
    </Alert>
  );
}
