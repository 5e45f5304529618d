import { titleConfirmed } from '@ledgerline/contract/rules';
import { Text, TextInput } from '@mantine/core';
import { useCallback, useState } from 'react';

/** Input that confirms a deletion; `blocked` until it matches the title, or always without permission. */
export function useTypedTitle({ title, isRequired, isAllowed }: TypedTitleOptions) {
  const [typed, setTyped] = useState('');
  return {
    title,
    isRequired,
    isAllowed,
    typed,
    setTyped,
    blocked: isRequired && !(isAllowed && titleConfirmed(typed, title)),
    /** Sent to the server, which compares it again. */
    confirm_title: isRequired ? typed : undefined,
    reset: useCallback(() => setTyped(''), []),
  };
}

interface TypedTitleOptions {
  title: string;
  /** It is completed, signed or sealed: nothing else requires confirmation. */
  isRequired: boolean;
  /** The agent is an owner (decisions O5). */
  isAllowed: boolean;
}

interface TypedTitleProps {
  entry: ReturnType<typeof useTypedTitle>;
  /** Shown to agents without permission. */
  notAllowedText: string;
  /** Shown to agents with permission: what is kept and what has to be typed. */
  label: string;
  onEnter: () => void;
}

/** Requires typing the title before a permanent deletion (decisions O5). */
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
