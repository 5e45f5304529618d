import { Select, type SelectProps } from '@mantine/core';
import { useRef, useState } from 'react';

/**
 * A choice that is searched by typing: Enter takes the first match. Nothing is highlighted while the text is empty, so Enter
 * never takes an option that was not typed. While the list is open, Enter never submits the form, which would lose what was
 * typed. Focus does not open the list, which would cover the fields below.
 */
export function SearchSelect({
  value,
  onFocus,
  onInput,
  onKeyDown,
  onDropdownOpen,
  onDropdownClose,
  ...props
}: SelectProps<string>) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const hasTyped = useRef(false);
  return (
    <Select
      openOnFocus={false}
      nothingFoundMessage="No matches"
      {...props}
      // A form's empty text is not a choice, so there is nothing to clear.
      {...(value === undefined ? {} : { value: value || null })}
      searchable
      onSearchChange={setSearch}
      selectFirstOptionOnChange={search !== ''}
      onDropdownOpen={() => {
        setOpen(true);
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        setOpen(false);
        hasTyped.current = false;
        onDropdownClose?.();
      }}
      onInput={(event) => {
        hasTyped.current = event.currentTarget.value !== '';
        onInput?.(event);
      }}
      onKeyDown={(event) => {
        if (isOpen && event.key === 'Enter') {
          event.preventDefault();
          if (hasTyped.current) firstMatch(event.currentTarget)?.click();
        }
        onKeyDown?.(event);
      }}
      onFocus={(event) => {
        // Typing replaces the chosen option's name.
        event.currentTarget.select();
        onFocus?.(event);
      }}
    />
  );
}

/** The first match if no option is highlighted yet: the first letter, or pasted text, opens the list without a highlight. */
function firstMatch(input: HTMLInputElement): HTMLElement | null {
  if (input.getAttribute('aria-activedescendant')) return null;
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return list?.querySelector<HTMLElement>('[role="option"]') ?? null;
}
