import { Box, UnstyledButton } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import styles from './prompt-line.module.css';

interface PromptLineProps {
  prompt: Prompt;
  label: string;
  icon: TablerIcon;
  /** The fields, while they are in use. */
  children: ReactNode;
}

interface Prompt {
  isOpen: boolean;
  area: RefObject<HTMLDivElement | null>;
  open: () => void;
  close: () => void;
}

/** Whether an entry is in use: its first field gets the focus when it opens, its button when it closes. */
export function usePrompt(): Prompt {
  const [isOpen, setOpen] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    // Only if the focused field is gone: a focus that the agent has moved elsewhere stays there.
    if (isOpen || document.activeElement === document.body) focusPrompt(area);
  }, [isOpen]);
  return { isOpen, area, open: () => setOpen(true), close: () => setOpen(false) };
}

/** Focuses the entry: its first field while it is in use, otherwise its button. */
export function focusPrompt(area: RefObject<HTMLElement | null>): void {
  area.current?.querySelector<HTMLElement>('input, button')?.focus();
}

/** An entry of one line: a button until an agent uses it. Escape closes it again; what was typed is kept. */
export function PromptLine({ prompt, label, icon: Icon, children }: PromptLineProps) {
  return (
    <Box
      ref={prompt.area}
      className={styles.line}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && prompt.isOpen && !event.defaultPrevented) prompt.close();
      }}
    >
      {prompt.isOpen ? (
        children
      ) : (
        <UnstyledButton className={styles.prompt} onClick={prompt.open}>
          <Icon size={16} aria-hidden />
          {label}
        </UnstyledButton>
      )}
    </Box>
  );
}
