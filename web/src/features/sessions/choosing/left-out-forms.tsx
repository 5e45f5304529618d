import { Stack, Text } from '@mantine/core';
import type { LeftOutForm } from './bundle-choices.ts';

/** Names the forms that do not go into the new session. */
export function LeftOutForms({ forms }: { forms: readonly LeftOutForm[] }) {
  return (
    <Stack gap={2} role="status" style={forms.length === 0 ? { display: 'none' } : undefined}>
      {forms.map(({ name, problem }) => (
        <Text key={name} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          “{name}” is left out: {problem}.
        </Text>
      ))}
    </Stack>
  );
}
