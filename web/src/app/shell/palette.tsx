import '@mantine/spotlight/styles.layer.css';
import type { ClientRow } from '@ledgerline/contract/clients/schemas';
import { phoneDisplay, taskDueText } from '@ledgerline/contract/rules';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconChecklist, IconSearch, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useDialogLayer } from '../../components/ui/dialog-layer.ts';
import { fullName } from '../../domain/clients/client-name.ts';
import { useFoundClients } from '../../domain/clients/use-found-clients.ts';
import type { Understood } from '../../domain/tasks/understand.ts';
import { useHere, useUnderstood } from '../../domain/tasks/use-understood.ts';
import { signedInAgent } from '../../lib/sign-in.ts';
import { type Command, commandsOf } from './commands.ts';
import { usePaletteStore } from './use-palette-store.ts';
import { useSignOut } from './use-sign-out.ts';

const PURPOSE = 'Jump to a client, screen or action';
const PAUSE_MS = 200;
const MOST_CLIENTS = 8;

interface PaletteProps {
  onClose: () => void;
  onShowKeys: () => void;
  /** With what was typed of the task, where that names a day. */
  onAddTask: (understood: Understood | null) => void;
}

/** Ctrl/Cmd+K: jump to a client, a screen or an action. */
export function Palette({ onClose, onShowKeys, onAddTask }: PaletteProps) {
  const [query, setQuery] = useState('');
  const layer = useDialogLayer({ opened: true, onEscape: onClose });
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { clients, isSearching } = useClientsFound(query);
  const words = query.trim().toLowerCase();
  const commands = commandsOf(signedInAgent()).filter(({ label }) => label.toLowerCase().includes(words));
  const task = useTaskTyped(query);
  const store = usePaletteStore(
    [task?.label, ...clients.map(({ id }) => id), ...commands.map(({ label }) => label)].join(),
  );

  function run(command: Command) {
    if (command.does === 'keys') return onShowKeys();
    if (command.does === 'add-task') return onAddTask(null);
    onClose();
    if (command.does === 'sign-out') signOut();
    else void navigate({ to: command.to });
  }
  function openClient(client: ClientRow) {
    onClose();
    void navigate({ to: '/crm/clients/$clientId', params: { clientId: String(client.id) } });
  }
  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      closeOnActionTrigger={false}
      shortcut={null}
      centered={false}
      overlayProps={{ backgroundOpacity: 0.35 }}
      scrollable
      maxHeight={420}
      ref={layer.frame.ref}
      closeOnEscape={false}
      zIndex={layer.frame.zIndex}
      attributes={{ content: { 'aria-label': PURPOSE } }}
    >
      <Spotlight.Search
        placeholder={`${PURPOSE}…`}
        aria-label={PURPOSE}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {task && (
          <Spotlight.ActionsGroup label="Tasks">
            <Spotlight.Action
              label={task.label}
              leftSection={<IconChecklist size={18} stroke={1.6} aria-hidden />}
              onClick={() => onAddTask(task.understood)}
            />
          </Spotlight.ActionsGroup>
        )}
        {clients.length > 0 && (
          <Spotlight.ActionsGroup label="Clients">
            {clients.map((client) => (
              <Spotlight.Action
                key={client.id}
                label={fullName(client) || 'Unnamed client'}
                description={contactOf(client)}
                leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}
                onClick={() => openClient(client)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {commands.length > 0 && (
          <Spotlight.ActionsGroup label="Screens and actions">
            {commands.map((command) => (
              <Spotlight.Action
                key={command.label}
                label={command.label}
                leftSection={<command.icon size={18} stroke={1.6} aria-hidden />}
                onClick={() => run(command)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {!task && clients.length + commands.length === 0 && (
          <Spotlight.Empty>{isSearching ? 'Searching…' : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** A line with a day or a time in it is a task that may be added. */
function useTaskTyped(query: string): { label: string; understood: Understood } | null {
  const understood = useUnderstood(query);
  const here = useHere();
  if (!understood || understood.title === '') return null;
  const due = taskDueText({ ...understood, today: here().today });
  return { label: `Add task: ${understood.title} – ${due}`, understood };
}

/** Of two letters on, once the typing rests. */
function useClientsFound(query: string): { clients: ClientRow[]; isSearching: boolean } {
  const [q] = useDebouncedValue(query.trim(), PAUSE_MS);
  const asked = q.length >= 2 ? q : '';
  const { data, isFetching } = useFoundClients(asked);
  const clients = asked !== '' && query.trim() !== '' ? (data ?? []) : [];
  return { clients: clients.slice(0, MOST_CLIENTS), isSearching: isFetching || q !== query.trim() };
}

function contactOf(client: ClientRow): string {
  const phone = client.primary_phone ? phoneDisplay(client.primary_phone) : null;
  return [client.primary_email, phone].filter(Boolean).join(' · ');
}
