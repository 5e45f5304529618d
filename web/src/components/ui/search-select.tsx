import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';

/**
 * A choice that is searched by typing: Enter takes the first match. Nothing is highlighted while the text is empty, so Enter
 * never takes an option that was not typed. Not opened by the focus: its list would cover the fields below.
 */
export function SearchSelect({ onFocus, ...props }: SelectProps<string>) {
  const [search, setSearch] = useState('');
  return (
    <Select
      openOnFocus={false}
      nothingFoundMessage="No matches"
      {...props}
      searchable
      onSearchChange={setSearch}
      selectFirstOptionOnChange={search !== ''}
      onFocus={(event) => {
        // Typing replaces the chosen option's name.
        event.currentTarget.select();
        onFocus?.(event);
      }}
    />
  );
}
