import { Popover, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId } from 'react';

interface FormPopoverProps {
  /** What the popover does, for screen readers. */
  name: string;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  /** The button that opens it. */
  target: ReactNode;
  /** Mounted only while it is open. */
  children: ReactNode;
}

/** A form below the button that opens it. */
export function FormPopover({ name, isOpen, onChange, target, children }: FormPopoverProps) {
  const nameId = useId();
  return (
    <Popover
      opened={isOpen}
      onChange={onChange}
      position="bottom-start"
      width={320}
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>{target}</Popover.Target>
      {/* Mantine would name the dialog after the button. */}
      <Popover.Dropdown aria-labelledby={nameId} onKeyDown={onOwnEscape(() => onChange(false))}>
        <VisuallyHidden id={nameId}>{name}</VisuallyHidden>
        {isOpen && children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Closes a popover on Escape, unless that closes a list or a calendar within it first. */
const onOwnEscape =
  (close: () => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const { key, target, currentTarget } = event;
    if (key !== 'Escape' || !(target instanceof Element) || target.matches('[aria-expanded="true"]')) return;
    if (target.closest('.mantine-Popover-dropdown') === currentTarget) close();
  };
