import { titleConfirmed } from '@ledgerline/contract/rules';
import { Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';

/** What is typed to confirm a deletion; `blocked` until it is the title, or for good when it is not this person's to do. */
export function useTypedTitle({ title, isRequired, isAllowed }: TypedTitleOptions) {
  const [typed, setTyped] = useState('');
  return {
    title,
    isRequired,
    isAllowed,
    typed,
    setTyped,
    blocked: isRequired && !(isAllowed && titleConfirmed(typed, title)),
    /** For the server, which compares it once more. */
    confirm_title: isRequired ? typed : undefined,
    reset: useCallback(() => setTyped(''), []),
  };
}

interface TypedTitleOptions {
  title: string;
  /** It is completed, signed or sealed: nothing else asks. */
  isRequired: boolean;
  /** The agent is an owner (decisions O5). */
  isAllowed: boolean;
}

interface TypedTitleProps {
  entry: ReturnType<typeof useTypedTitle>;
  /** Said to whoever may not. */
  notAllowedText: string;
  /** Said to whoever may: what stays, and what has to be typed. */
  label: string;
  onEnter: () => void;
}

/** Asks for the title of what is about to be deleted for good (decisions O5). */
export function TypedTitle({ entry, notAllowedText, label, onEnter }: TypedTitleProps) {
  if (!entry.isRequired) return null;
  if (!entry.isAllowed) return <Text size="sm">{notAllowedText}</Text>;
  return (
    <TextInput
      label={label}
      description={entry.title}
      value={entry.typed}
      onChange={(event) => entry.setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !entry.blocked) onEnter();
      }}
      autoComplete="off"
      spellCheck={false}
      data-autofocus
    />
  );
}
