import { Group, Stack, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface EditorSectionProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

/** A section of the editor with its heading. */
export function EditorSection({ title, aside, children }: EditorSectionProps) {
  const titleId = useId();
  return (
    <Stack component="section" gap="sm" aria-labelledby={titleId}>
      <Group justify="space-between" gap="xs" mih={28}>
        <Title order={3} id={titleId}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}
