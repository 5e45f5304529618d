import { SEARCH_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import styles from './search-input.module.css';

interface SearchInputProps extends Pick<TextInputProps, 'ml' | 'autoFocus'> {
  label: string;
  placeholder?: string;
  /** The search from the URL. */
  q: string;
  onSearch: (q: string) => void;
}

/** Searches 750 ms after the last key (0§2), immediately on Enter or when cleared. */
export function SearchInput({ label, placeholder = label, q, onSearch, ...input }: SearchInputProps) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const search = (next: string) => {
    if (next === sent.current) return;
    sent.current = next;
    onSearch(next);
  };
  const searchSoon = useDebouncedCallback(search, SEARCH_DEBOUNCE_MS);
  const searchNow = (next: string) => {
    searchSoon.cancel();
    setText(next);
    search(next.trim());
  };
  useEffect(() => {
    // The URL changed elsewhere (Back, another view): sync the input with it.
    if (q === sent.current) return;
    sent.current = q;
    searchSoon.cancel();
    setText(q);
  }, [q, searchSoon]);
  return (
    <TextInput
      className={styles.search ?? ''}
      {...input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label="Clear search" onClick={() => searchNow('')} />}
      data-page-search
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        searchSoon(event.currentTarget.value.trim());
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') searchNow(text);
      }}
    />
  );
}
