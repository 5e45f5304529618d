import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { useLinkActions } from './use-link-actions.ts';

interface LinkAddressProps {
  /** null while the link is being made. */
  url: string | null;
  actions: Pick<ReturnType<typeof useLinkActions>, 'message' | 'isCopied' | 'copy'>;
  /** Buttons beside Copy Link. */
  children: ReactNode;
}

/** The address of a link with the ways to use it, and what came of them. */
export function LinkAddress({ url, actions, children }: LinkAddressProps) {
  const { message, isCopied, copy } = actions;
  return (
    <>
      <TextInput
        aria-label="Link address"
        value={url ?? ''}
        placeholder="Making the link…"
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Button
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
          miw={128}
          data-autofocus
        >
          {isCopied ? 'Copied!' : 'Copy Link'}
        </Button>
        {children}
      </Group>
      <div aria-live="polite">
        {message && (
          <Text size="sm" {...(message.isBad ? { c: 'red', role: 'alert' } : { c: 'dimmed' })}>
            {message.text}
          </Text>
        )}
      </div>
    </>
  );
}
