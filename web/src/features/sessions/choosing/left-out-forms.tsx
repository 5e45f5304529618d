import { Stack, Text } from '@mantine/core';
import type { LeftOutForm, SameForms } from './bundle-choices.ts';

interface LeftOutFormsProps {
  forms: readonly LeftOutForm[];
  /** Templates added in a newer version than before. */
  changed?: SameForms['changed'];
}

/** Lists forms that cannot be added, or are added in a newer version. */
export function LeftOutForms({ forms, changed = [] }: LeftOutFormsProps) {
  const lines = [
    ...forms.map(({ key, name, problem }) => ({ key, text: `“${name}” cannot be added: ${problem}.` })),
    ...changed.map(({ key, name }) => ({
      key,
      text: `“${name}” is added in its newer version, because the template has changed.`,
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
