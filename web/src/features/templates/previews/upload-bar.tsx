import { Progress, Stack, Text } from '@mantine/core';

/** Upload progress; afterwards the server validates the file. */
export function UploadBar({ percent }: { percent: number }) {
  const isSent = percent >= 100;
  const label = isSent ? 'Checking…' : `${percent}% sent`;
  return (
    <Stack gap={4}>
      <Progress.Root>
        <Progress.Section
          value={percent}
          aria-label="Upload"
          aria-valuetext={label}
          striped={isSent}
          animated={isSent}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" className="tabular" aria-live={isSent ? 'polite' : 'off'}>
        {label}
      </Text>
    </Stack>
  );
}
