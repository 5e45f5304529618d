import { MAX_CLIENT_TITLE } from '@ledgerline/contract/sessions/client-title';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useBrand } from '../../lib/public-settings.ts';

/** What clients see instead of the session's name. */
export function ClientTitleInput(props: TextInputProps) {
  return (
    <TextInput
      label="Title for the client"
      description={`Optional. Without it, the client sees “Your forms from ${useBrand()}” in their language.`}
      maxLength={MAX_CLIENT_TITLE}
      {...props}
    />
  );
}
