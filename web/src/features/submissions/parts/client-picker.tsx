import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { phoneDisplay, SEARCH_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import { Anchor, Button, Group, Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconExternalLink, IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFoundClients } from '../api.ts';
import styles from './client-picker.module.css';

interface ClientPickerProps {
  label: string;
  value: ClientRow | null;
  onChange: (client: ClientRow | null) => void;
  autoFocus?: boolean;
}

/** Finds a person by name, email or phone; an empty search finds nobody (1§5). */
export function ClientPicker({ label, value, onChange, autoFocus = false }: ClientPickerProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const [isChanging, setChanging] = useState(false);
  const results = useRef<HTMLDivElement>(null);
  if (value) return <Chosen label={label} client={value} onClear={clear} />;

  function clear() {
    setChanging(true);
    onChange(null);
  }
  /** The search is part of a larger form, which Enter here does not mean: it goes on to who was found. */
  function goToResults(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (text.trim() === q) results.current?.querySelector('button')?.focus();
  }
  return (
    <div>
      <TextInput
        type="search"
        label={label}
        placeholder="Name, email or phone"
        maxLength={200}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={text.trim() !== q && <Loader size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={goToResults}
        data-autofocus={autoFocus || undefined}
        autoFocus={isChanging}
      />
      <div ref={results}>
        <Results q={q} onChoose={onChange} />
      </div>
      <Anchor href="/crm/clients/new" target="_blank" rel="noopener" size="sm" className={styles.newClient}>
        New client <IconExternalLink size={13} aria-hidden />
      </Anchor>
    </div>
  );
}

export function nameOf({ client_first_name, client_last_name }: ClientRow): string {
  return [client_first_name, client_last_name].filter(Boolean).join(' ') || 'Unknown Client';
}

function Chosen({ label, client, onClear }: { label: string; client: ClientRow; onClear: () => void }) {
  return (
    <fieldset className={styles.chosen} aria-label={label}>
      <Person client={client} />
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconX size={14} aria-hidden />}
        onClick={onClear}
        autoFocus
      >
        Change
      </Button>
    </fieldset>
  );
}

/** What was found; a search that failed found nothing (SU-120), and says that it can be tried again. */
function Results({ q, onChoose }: { q: string; onChoose: (client: ClientRow) => void }) {
  const found = useFoundClients(q);
  if (q === '') return null;
  const clients = found.isError ? [] : (found.data ?? []);
  if (clients.length === 0)
    return (
      <Group gap="xs" mt="xs" role="status">
        <Text size="sm" c="dimmed">
          {found.isFetching ? 'Searching…' : 'No clients found'}
        </Text>
        {found.isError && !found.isFetching && (
          <Button size="compact-xs" variant="default" onClick={() => void found.refetch()}>
            Try Again
          </Button>
        )}
      </Group>
    );
  return (
    <ul className={styles.results} aria-label="Clients found">
      {clients.map((client) => (
        <li key={client.id}>
          <UnstyledButton className={styles.result} onClick={() => onChoose(client)}>
            <Person client={client} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function Person({ client }: { client: ClientRow }) {
  const { primary_email, primary_phone } = client;
  return (
    <span className={styles.person}>
      <span>{nameOf(client)}</span>
      <span className={styles.about}>
        {primary_email && <span>{primary_email}</span>}
        {primary_phone && <span className={styles.phone}>{phoneDisplay(primary_phone)}</span>}
        {!primary_email && !primary_phone && 'No email or phone'}
      </span>
    </span>
  );
}
