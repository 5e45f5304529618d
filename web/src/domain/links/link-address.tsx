import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { useLinkActions } from './use-link-actions.ts';

interface LinkAddressProps {
  /** null while the link is being created. */
  url: string | null;
  actions: Pick<ReturnType<typeof useLinkActions>, 'message' | 'isCopied' | 'copy'>;
  /** Another button is the primary action. */
  isSecondary?: boolean;
  /** Buttons next to Copy Link. */
  children: ReactNode;
}

/** A link's URL with its actions and their results. */
export function LinkAddress({ url, actions, isSecondary = false, children }: LinkAddressProps) {
  const { message, isCopied, copy } = actions;
  return (
    <>
      <TextInput
        aria-label="Link address"
        value={url ?? ''}
        placeholder="Creating the link…"
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="xs">
        <Button
          variant={isSecondary ? 'default' : 'filled'}
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
