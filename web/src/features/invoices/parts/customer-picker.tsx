import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { phoneDisplay, SEARCH_DEBOUNCE_MS } from '@ledgerline/contract/rules';
import { Button, Group, Loader, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFoundClients } from '../api.ts';
import styles from './customer-picker.module.css';
import type { FormPartProps } from './form-part.ts';

/** The client an invoice is for: searched by name or email, or given by the page. */
export function CustomerPicker({ values, errors, onChange, isFixed }: FormPartProps & { isFixed: boolean }) {
  const [chosen, setChosen] = useState('');
  // Search and choice take turns: the one that comes takes the focus of the one that goes.
  const [isTurned, setTurned] = useState(false);
  if (values.customer_id !== null)
    return (
      <fieldset className={styles.chosen} aria-label="Client">
        <span>
          <Text size="sm" fw={500}>
            Client
          </Text>
          <Text size="sm">
            {chosen || values.full_name || values.email || `Client ${values.customer_id}`}
          </Text>
        </span>
        {!isFixed && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            autoFocus={isTurned}
            onClick={() => {
              setTurned(true);
              onChange({ customer_id: null });
            }}
          >
            Change
          </Button>
        )}
      </fieldset>
    );
  function choose(client: ClientRow) {
    const name = nameOf(client);
    setChosen(name);
    setTurned(true);
    onChange({
      customer_id: client.id,
      full_name: name,
      email: client.primary_email ?? '',
      phone: client.primary_phone ? phoneDisplay(client.primary_phone) : '',
    });
  }
  return <ClientSearch error={errors.customer_id} isFocused={isTurned} onChoose={choose} />;
}

interface ClientSearchProps {
  error: string | undefined;
  isFocused: boolean;
  onChoose: (client: ClientRow) => void;
}

function ClientSearch({ error, isFocused, onChoose }: ClientSearchProps) {
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const part = useRef<HTMLDivElement>(null);
  /** Enter saves a form; here nothing is chosen yet: it goes on to those who were found for what is typed now. */
  function goToResults(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (text.trim() === q) part.current?.querySelector<HTMLElement>('li button')?.focus();
  }
  return (
    <div ref={part}>
      <TextInput
        type="search"
        label="Client"
        withAsterisk
        placeholder="Search by name or email"
        maxLength={200}
        autoComplete="off"
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={text.trim() !== q && <Loader size={14} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={goToResults}
        error={error}
        autoFocus={isFocused}
      />
      <Results q={q} onChoose={onChoose} />
    </div>
  );
}

function nameOf({ client_first_name, client_last_name }: ClientRow): string {
  return [client_first_name, client_last_name].filter(Boolean).join(' ');
}

function Results({ q, onChoose }: { q: string; onChoose: (client: ClientRow) => void }) {
  const found = useFoundClients(q);
  if (q === '') return null;
  const clients = found.data ?? [];
  if (clients.length === 0)
    return (
      <Group gap="xs" mt="xs" role="status">
        <Text size="sm" c="dimmed">
          {messageOf(found)}
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
            <span>{nameOf(client) || 'Unknown Client'}</span>
            <span className={styles.about}>{aboutOf(client)}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function messageOf(found: ReturnType<typeof useFoundClients>): string {
  if (found.isFetching) return 'Searching…';
  return found.isError ? 'The clients could not be searched.' : 'No clients found';
}

function aboutOf({ primary_email, primary_phone }: ClientRow): string {
  const ways = [primary_email, primary_phone && phoneDisplay(primary_phone)].filter(Boolean);
  return ways.join(' · ') || 'No email or phone';
}
