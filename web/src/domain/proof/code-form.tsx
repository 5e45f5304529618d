import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { FailureNote } from '../../components/ui/failure-note.tsx';
import { wrongFields } from '../../lib/refusal.ts';
import { useEditing } from '../editing/use-editing.ts';
import { sendProof } from './use-proof.ts';

export const CODE_MISSING = 'Please enter a code.';

interface CodeFormProps {
  confirm?: string;
  /** Of a sign-in at the identity provider that the code goes with; alone without one. */
  ticket?: string;
  beside?: ReactNode;
  onProved: () => void;
}

/** A code without a password, for whoever came by single sign-on. */
export function CodeForm({ confirm = 'Confirm', ticket, beside, onProved }: CodeFormProps) {
  const editing = useEditing({
    start: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' && CODE_MISSING }),
    send: ({ code }) => sendProof(ticket === undefined ? { code } : { sso: ticket, code }),
    // What is wrong with the code stands at its field.
    failed: (error) => (wrongFields(error).some(({ path }) => path === 'code') ? null : error.message),
    onDone: onProved,
    logText: 'the sign-in could not be proved',
  });
  return (
    <form noValidate onSubmit={editing.submit}>
      <Stack gap="sm">
        <TextInput
          label="Code"
          description="Of your authenticator app, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...editing.form.getInputProps('code')}
        />
        <FailureNote message={editing.failure} />
        <Group justify="flex-end" gap="xs">
          {beside}
          <Button type="submit" loading={editing.isSaving}>
            {confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
