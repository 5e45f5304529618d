import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A choice that is searched by typing: Enter takes the first match. Nothing is highlighted while the text is empty, so Enter
 * never takes an option that was not typed. While the list is open, Enter never submits the form, which would lose what was
 * typed. Not opened by the focus: its list would cover the fields below.
 */
export function SearchSelect({
  onFocus,
  onKeyDown,
  onDropdownOpen,
  onDropdownClose,
  ...props
}: SelectProps<string>) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  return (
    <Select
      openOnFocus={false}
      nothingFoundMessage="No matches"
      {...props}
      searchable
      onSearchChange={setSearch}
      selectFirstOptionOnChange={search !== ''}
      onDropdownOpen={() => {
        setOpen(true);
        onDropdownOpen?.();
      }}
      onDropdownClose={() => {
        setOpen(false);
        onDropdownClose?.();
      }}
      onKeyDown={(event) => {
        if (isOpen && event.key === 'Enter') event.preventDefault();
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
