import { Stack, Text } from '@mantine/core';
import type { LeftOutForm, SameForms } from './bundle-choices.ts';

interface LeftOutFormsProps {
  forms: readonly LeftOutForm[];
  /** Those that go in another version than before. */
  changed?: SameForms['changed'];
}

/** Names the forms that do not go into the new session, or not as they were. */
export function LeftOutForms({ forms, changed = [] }: LeftOutFormsProps) {
  const lines = [
    ...forms.map(({ key, name, problem }) => ({ key, text: `“${name}” is left out: ${problem}.` })),
    ...changed.map(({ key, name }) => ({
      key,
      text: `“${name}” goes in a newer version: its template was changed since.`,
    })),
  ];
  return (
    <Stack gap={2} role="status" style={lines.length === 0 ? { display: 'none' } : undefined}>
      {lines.map(({ key, text }) => (
        <Text key={key} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ))}
    </Stack>
  );
}
