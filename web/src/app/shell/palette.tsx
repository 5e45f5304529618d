import '@mantine/spotlight/styles.layer.css';
import { Box, VisuallyHidden } from '@mantine/core';
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useDialogLayer } from '../../components/ui/dialog-layer.ts';
import { LoadingRows } from '../../components/ui/loaded.tsx';
import { LoadAlert } from '../../components/ui/retry-button.tsx';
import type { Command } from './commands.ts';
import { helpFor } from './help-topics.ts';
import { PaletteLines } from './palette-lines.tsx';
import { usePaletteSections } from './use-palette-sections.ts';
import { useSignOut } from './use-sign-out.ts';

const PURPOSE = 'Jump to a client, form, invoice, screen or action';
const MAX_LENGTH = 200;
/**
 * A list longer than the palette must scroll by keyboard: its entries are not focusable. Passed on to the scroll
 * area.
 */
const SCROLLED = { viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Results' } };

interface PaletteProps {
  /** Text typed before the input had the focus. */
  drainTyped: () => string;
  onClose: () => void;
  onShowKeys: () => void;
  /** With the typed text, if it names a day. */
  onAddTask: (title: string) => void;
}

/** Ctrl/Cmd+K: find anything, or jump to a screen or an action (decision 052). */
export function Palette({ drainTyped, onClose, onShowKeys, onAddTask }: PaletteProps) {
  const [query, setQuery] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const layer = useDialogLayer({ opened: true, onEscape: onClose });
  const navigate = useNavigate();
  const router = useRouter();
  const signOut = useSignOut();
  const shown = usePaletteSections(query, { onClose, onCommand: run, onAddTask });
  const { sections, loading, isSearching, failure } = shown;
  const lines = sections.flatMap((section) => section.lines);
  const store = usePaletteStore(lines.map(({ key, label }) => `${key} ${label}`).join());
  const enter = useEnter(isSearching, () => selectedLine(store)?.click());

  function run(command: Command) {
    if (command.does === 'keys') return onShowKeys();
    if (command.does === 'add-task') return onAddTask('');
    onClose();
    if (command.does === 'sign-out') signOut();
    else if (command.does === 'help') void navigate(helpFor(router.latestLocation.pathname));
    else void navigate({ href: command.to });
  }
  function announceSelected({ key }: KeyboardEvent) {
    if (key === 'ArrowDown' || key === 'ArrowUp') setAnnouncement(selectedLine(store)?.textContent ?? '');
  }
  const status = isSearching ? 'Searching…' : lines.length === 0 ? 'Nothing found' : `${lines.length} found`;
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
      maxHeight={520}
      ref={layer.frame.ref}
      closeOnEscape={false}
      zIndex={layer.frame.zIndex}
      attributes={{ content: { 'aria-label': PURPOSE } }}
    >
      <Spotlight.Search
        placeholder={`${PURPOSE}…`}
        aria-label={PURPOSE}
        maxLength={MAX_LENGTH}
        leftSection={<IconSearch size={18} aria-hidden />}
        onFocus={() => {
          const typed = drainTyped();
          if (typed !== '') setQuery((now) => now + typed);
        }}
        onKeyDownCapture={enter}
        onKeyUp={announceSelected}
        onChange={() => setAnnouncement('')}
      />
      <VisuallyHidden role="status">{announcement || (query.trim() === '' ? '' : status)}</VisuallyHidden>
      <Spotlight.ActionsList {...SCROLLED}>
        {failure && (
          <Box m="xs">
            <LoadAlert {...failure} />
          </Box>
        )}
        {loading > 0 && <LoadingRows rows={loading} height={46} label="Loading recent items" />}
        {sections.map((section) => (
          <PaletteLines key={section.title} {...section} />
        ))}
        {sections.length === 0 && !failure && loading === 0 && (
          <Spotlight.Empty>{isSearching ? 'Searching…' : 'Nothing found'}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/**
 * Enter pressed before the results arrive waits for them: it refers to the full text, not to results for a prefix of
 * it.
 */
function useEnter(isSearching: boolean, choose: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as soon as the results are shown
  useEffect(() => {
    if (!isWaiting || isSearching) return;
    setWaiting(false);
    choose();
  }, [isWaiting, isSearching]);
  return (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !isSearching) return;
    if (event.key !== 'Enter') return setWaiting(false);
    event.preventDefault();
    event.stopPropagation();
    setWaiting(true);
  };
}

type PaletteStore = ReturnType<typeof createSpotlight>[0];

/**
 * The palette's own store: open from the start, and selecting its first entry whenever the entries (`shown`) change.
 */
function usePaletteStore(shown: string): PaletteStore {
  const [[store, actions]] = useState(createSpotlight);
  const { listId } = useSpotlight(store);
  useEffect(() => actions.open(), [actions]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the entries change
  useEffect(() => selectFirst(store, listId), [store, listId, shown]);
  return store;
}

/** The selected entry of the open palette. */
function selectedLine(store: PaletteStore): HTMLElement | null {
  const list = document.getElementById(store.getState().listId);
  return list?.querySelector<HTMLElement>('[data-selected]') ?? null;
}

/** Selection is an attribute and an index of the library, which by itself selects only entries present while typing. */
function selectFirst(store: PaletteStore, listId: string): void {
  const list = document.getElementById(listId);
  const lines = list?.querySelectorAll('[data-action]') ?? [];
  for (const line of lines) line.removeAttribute('data-selected');
  lines[0]?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}
