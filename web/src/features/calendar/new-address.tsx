import { Alert, Stack, Text, TextInput } from '@mantine/core';
import { CopyButton } from '../../components/ui/copy-button.tsx';

/** An address that has just been made: nobody can show it again. */
export function NewAddress({ url }: { url: string }) {
  return (
    <Alert color="teal" role="status" title="Copy the address now: it is shown this once.">
      <Stack gap="xs" align="flex-start">
        <TextInput
          aria-label="Address of the calendar feed"
          value={url}
          readOnly
          w="100%"
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton value={url} label="Copy address" />
        <Text size="sm">
          Add it in your calendar as a calendar from the internet (“by URL”, “subscribe”). Whoever has it can
          read the feed: give it to nobody.
        </Text>
      </Stack>
    </Alert>
  );
}
