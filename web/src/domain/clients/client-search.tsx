import { searchClients } from '@ledgerline/contract/clients/endpoints';
import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { phoneDisplay, SEARCH_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import {
  Box,
  Group,
  Loader,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
  UnstyledButton,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { RetryButton } from '../../components/ui/retry-button.tsx';
import { api } from '../../lib/api.ts';
import { clientName } from './client-name.ts';
import styles from './client-search.module.css';

interface ClientSearchProps extends Pick<TextInputProps, 'label' | 'withAsterisk' | 'error' | 'autoFocus'> {
  /** In a dialog: the field focused on opening. */
  isFirst?: boolean;
  /** Message for a failed search. */
  failedText: string;
  onChoose: (client: ClientRow) => void;
}

/** A client search inside a larger form, with its results below. */
export function ClientSearch({ isFirst = false, failedText, onChoose, ...input }: ClientSearchProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const found = useFoundClients(q);
  const results = useRef<HTMLDivElement>(null);
  /** Enter would submit the form; here it takes the only client found for the current text, or moves to the results. */
  function goToResults(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (text.trim() !== q || found.isPlaceholderData) return;
    const [only, ...others] = found.isError ? [] : (found.data ?? []);
    if (event.key === 'Enter' && only && others.length === 0) onChoose(only);
    else results.current?.querySelector<HTMLElement>('button')?.focus();
  }
  return (
    <>
      <TextInput
        {...input}
        placeholder="Name, email or phone"
        type="search"
        maxLength={200}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={text.trim() !== q && <Loader size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={goToResults}
        data-autofocus={isFirst || undefined}
      />
      <div ref={results}>
        <Results q={q} found={found} failedText={failedText} onChoose={onChoose} />
      </div>
    </>
  );
}

interface ResultsProps extends Pick<ClientSearchProps, 'failedText' | 'onChoose'> {
  q: string;
  found: ReturnType<typeof useFoundClients>;
}

function Results({ q, found, failedText, onChoose }: ResultsProps) {
  const { data, isError, isFetching, isPlaceholderData, errorUpdateCount, refetch } = found;
  if (q === '') return null;
  // Results of the previous search are hidden, because a click would select one of them.
  const clients = isError || isPlaceholderData ? [] : (data ?? []);
  const emptyText = isError ? failedText : 'No clients found';
  // During a retry the button stays mounted, and keeps the focus.
  const isFailed = isError || (isFetching && errorUpdateCount > 0);
  if (clients.length === 0)
    return (
      <Group gap="xs" mt="xs" role={isFailed ? 'alert' : 'status'}>
        <Text size="sm" c="dimmed">
          {isFetching ? 'Searching…' : emptyText}
        </Text>
        {isFailed && <RetryButton size="compact-xs" onRetry={() => void refetch()} isRetrying={isFetching} />}
      </Group>
    );
  return (
    <ul className={styles.results} aria-label="Clients found">
      {clients.map((client) => (
        <li key={client.id}>
          <UnstyledButton className={styles.result} onClick={() => onChoose(client)}>
            <FoundClient client={client} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

/** A client by name, with contact details. */
export function FoundClient({ client }: { client: ClientRow }) {
  const { primary_email, primary_phone } = client;
  return (
    <Stack component="span" gap={0} miw={0} style={{ overflowWrap: 'anywhere' }}>
      <span>{clientName(client)}</span>
      <span className={styles.about}>
        {primary_email && <span>{primary_email}</span>}
        {primary_phone && (
          <Box component="span" style={{ whiteSpace: 'nowrap' }}>
            {phoneDisplay(primary_phone)}
          </Box>
        )}
        {!primary_email && !primary_phone && 'No email or phone'}
      </span>
    </Stack>
  );
}

/** Clients that match a text; an empty one finds no one (1§5). */
function useFoundClients(q: string) {
  return useQuery({
    queryKey: ['clients', 'search', q],
    queryFn: async ({ signal }) => (await api(searchClients, { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
