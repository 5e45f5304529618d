import { taskDueText } from '@ledgerline/contract/rules';
import { listRecents, type SearchRow, searchEverything } from '@ledgerline/contract/search/endpoints';
import { MIN_SEARCH_LENGTH, type SearchKind } from '@ledgerline/contract/search/kinds';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconChecklist } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useBrokerageNow, useParsedTask } from '../../domain/tasks/use-parsed-task.ts';
import { api } from '../../lib/api.ts';
import { isTemplateEditor, signedInAgent } from '../../lib/sign-in.ts';
import { type Command, commandsOf, matchesCommand } from './commands.ts';
import { KINDS, type PaletteLine, type PaletteSection } from './palette-lines.tsx';
import { RECENTS_SHOWN, type RecentItem, recentItemAt, recentItems, rememberItem } from './recent-items.ts';
import { listPath, resultPath } from './result-path.ts';

interface PaletteCallbacks {
  onClose: () => void;
  onCommand: (command: Command) => void;
  onAddTask: (title: string) => void;
}

/**
 * The palette's content for a text: recent items while it is empty, else a task and search results; then matching screens
 * and actions.
 */
export function usePaletteSections(query: string, { onClose, onCommand, onAddTask }: PaletteCallbacks) {
  const navigate = useNavigate();
  const task = useTaskTyped(query);
  const found = useFoundItems(query);
  const text = query.trim();
  const go = (to: string) => {
    onClose();
    void navigate({ href: to });
  };
  const open = (kind: SearchKind, row: SearchRow) => {
    rememberItem(`${kind}.${row.id}`);
    go(resultPath(kind, row));
  };
  const lineOf = (kind: SearchKind, row: SearchRow): PaletteLine => ({
    key: `${kind}.${row.id}`,
    icon: KINDS[kind].icon,
    label: row.title,
    description: row.subtitle,
    onChoose: () => open(kind, row),
  });
  const recents = useRecentLines(text === '', lineOf, onCommand);
  const recentLabels = new Set(recents.lines.map(({ label }) => label));
  const commands = commandsOf(signedInAgent()).filter(
    (command) => matchesCommand(command, text) && !recentLabels.has(command.label),
  );
  const items = found.sections
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, rows, has_more }): PaletteSection => {
      const list = has_more ? listPath(kind, text, isTemplateEditor(signedInAgent())) : null;
      const title = KINDS[kind].title;
      const all = {
        key: `all.${kind}`,
        icon: IconArrowRight,
        label: `All ${title.toLowerCase()} with “${text}”`,
      };
      return {
        title,
        lines: [
          ...rows.map((row) => lineOf(kind, row)),
          ...(list === null ? [] : [{ ...all, onChoose: () => go(list) }]),
        ],
        ...(has_more && list === null
          ? { more: 'There are more results. Keep typing to narrow them down.' }
          : {}),
      };
    });
  const typedTask: PaletteLine[] = task
    ? [{ key: 'task', icon: IconChecklist, label: task, onChoose: () => onAddTask(text) }]
    : [];
  const sections: PaletteSection[] = [
    { title: 'Recents', lines: recents.lines },
    { title: 'Add a task', lines: typedTask },
    ...items,
    { title: 'Screens and actions', lines: commands.map((command) => commandLine(command, onCommand)) },
  ];
  return {
    sections: sections.filter(({ lines }) => lines.length > 0),
    loading: recents.loading,
    isSearching: found.isSearching,
    failure: found.failure ?? recents.failure,
  };
}

function commandLine(command: Command, onCommand: (command: Command) => void, part = 'command'): PaletteLine {
  const { label, icon, keys } = command;
  return {
    key: `${part}.${label}`,
    icon,
    label,
    ...(keys ? { keys } : {}),
    onChoose: () => onCommand(command),
  };
}

/** Recently opened items except the current screen; `loading` rows are still pending. */
function useRecentLines(
  isShown: boolean,
  lineOf: (kind: SearchKind, row: SearchRow) => PaletteLine,
  onCommand: (command: Command) => void,
) {
  const router = useRouter();
  // The state when the palette opened.
  const [recents] = useState(() => {
    const { pathname, search } = router.latestLocation;
    return recentItems()
      .filter((item) => item !== recentItemAt(pathname, search))
      .slice(0, RECENTS_SHOWN);
  });
  const { rows, isLoading, failure } = useRecents(recents);
  if (!isShown) return { lines: [], loading: 0, failure: null };
  const commands = commandsOf(signedInAgent());
  const lines = recents.flatMap((item): PaletteLine[] => {
    const screen = commands.find((command) => command.does === 'go' && `screen.${command.to}` === item);
    if (screen) return [{ ...commandLine(screen, onCommand, 'recent'), key: item }];
    const row = rows.find(({ kind, id }) => `${kind}.${id}` === item);
    return row ? [{ ...lineOf(row.kind, row), key: `recent.${item}` }] : [];
  });
  return { lines: isLoading ? [] : lines, loading: isLoading ? recents.length : 0, failure };
}

/** Text with a day or time can become a task; its label. */
function useTaskTyped(query: string): string | null {
  const parsed = useParsedTask(query);
  const brokerageNow = useBrokerageNow();
  if (!parsed || parsed.title === '') return null;
  return `Add task: ${parsed.title} – ${taskDueText({ ...parsed, today: brokerageNow().today })}`;
}

const PAUSE_MS = 150;

/** The load error and its retry. */
interface FailedSearch {
  text: string;
  onRetry: () => void;
  isRetrying: boolean;
}

/** Search results in sections, debounced; previous rows stay until new ones arrive. */
function useFoundItems(typed: string) {
  const text = typed.trim();
  const [q] = useDebouncedValue(text, PAUSE_MS);
  const isLong = text.length >= MIN_SEARCH_LENGTH;
  const isEnabled = isLong && q.length >= MIN_SEARCH_LENGTH;
  const query = useQuery({
    queryKey: ['search', 'everything', q],
    queryFn: async ({ signal }) => (await api(searchEverything, { query: { q }, signal })).sections,
    enabled: isEnabled,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data = [], error, isPending, isPlaceholderData, isFetching, refetch } = query;
  const failure: FailedSearch | null = error && {
    text: `The search failed. ${error.message}`,
    onRetry: () => void refetch(),
    isRetrying: isFetching,
  };
  return {
    sections: isEnabled ? data : [],
    isSearching: isLong && (q !== text || isPending || isPlaceholderData),
    failure: isEnabled ? failure : null,
  };
}

/** Current names of recently opened items; deleted ones are omitted. */
function useRecents(items: readonly RecentItem[]) {
  const requested = items.filter((item) => !item.startsWith('screen.')).join();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['search', 'recents', requested],
    queryFn: async ({ signal }) => (await api(listRecents, { query: { things: requested }, signal })).rows,
    enabled: requested !== '',
    staleTime: 0,
  });
  const failure: FailedSearch | null = error && {
    text: `Recent items could not be loaded. ${error.message}`,
    onRetry: () => void refetch(),
    isRetrying: isFetching,
  };
  return { rows: data ?? [], isLoading: requested !== '' && !data && !error, failure };
}
