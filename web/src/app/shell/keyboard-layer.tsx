import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { topmostArea, topmostDialog } from '../../components/ui/dialog-stack.ts';
import styles from './palette.module.css';
import { usePaletteOpener } from './palette-gate.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const TaskDialog = lazy(async () => ({
  default: (await import('../../domain/tasks/task-dialog.tsx')).TaskDialog,
}));

const SEARCH_BOX = '[data-search-box], input[type="search"], input[placeholder^="Search"]';

type Layer = 'palette' | 'keys' | null;

/** A new task with the typed text; kept while its dialog closes. */
interface Adding {
  opened: boolean;
  title: string;
}

/** Global shortcuts: Ctrl/Cmd+K, `/`, `?`, and `g` followed by `t`. */
export function KeyboardLayer() {
  const [layer, setLayer] = useState<Layer>(null);
  const [adding, setAdding] = useState<Adding | null>(null);
  const close = () => setLayer(null);
  const openPalette = useCallback(() => setLayer('palette'), []);
  const typeAhead = useTypeAhead(layer === 'palette', close);
  useGoKeys();
  usePaletteOpener(openPalette);
  function addTask(title: string) {
    close();
    setAdding({ opened: true, title });
  }
  useHotkeys([['mod+K', openPalette]], []);
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', () => setLayer('keys'), { usePhysicalKeys: false }],
  ]);
  return (
    <>
      {layer === 'palette' && (
        <Suspense fallback={<PalettePlaceholder typed={typeAhead.typed} />}>
          <Palette
            drainTyped={typeAhead.drain}
            onClose={close}
            onShowKeys={() => setLayer('keys')}
            onAddTask={addTask}
          />
        </Suspense>
      )}
      <Suspense fallback={null}>
        {layer === 'keys' && <KeysDialog onClose={close} />}
        {adding && (
          <TaskDialog
            opened={adding.opened}
            start={{ title: adding.title }}
            onClose={() => setAdding({ ...adding, opened: false })}
          />
        )}
      </Suspense>
    </>
  );
}

function focusSearch() {
  const boxes = [...topmostArea().querySelectorAll<HTMLElement>(SEARCH_BOX)];
  const box = boxes.find((candidate) => candidate.offsetParent !== null);
  if (box instanceof HTMLInputElement) box.select();
  box?.focus();
}

/** Placeholder while the palette's code loads, with the text typed so far. */
function PalettePlaceholder({ typed }: { typed: string }) {
  return (
    <div className={styles.coming} role="status">
      <div className={styles.comingBox}>
        <IconSearch size={18} aria-hidden />
        <span>{typed || 'Opening the search…'}</span>
      </div>
    </div>
  );
}

/** The second letter counts only within this delay. */
const TOGETHER_MS = 1500;

const TYPES_IN = 'input, textarea, select, [contenteditable="true"]';

/** `g`, then `t`, opens Today, except while typing. */
function useGoKeys(): void {
  const navigate = useNavigate();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    const isStarted = event.timeStamp - startedAt.current < TOGETHER_MS;
    startedAt.current = Number.NEGATIVE_INFINITY;
    if (!isPlain(event) || topmostDialog() !== null) return;
    if (event.key === 'g') startedAt.current = event.timeStamp;
    if (event.key !== 't' || !isStarted) return;
    event.preventDefault();
    void navigate({ to: '/crm/today' });
  });
}

function isPlain(event: KeyboardEvent): boolean {
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(target instanceof Element && target.closest(TYPES_IN));
}

/**
 * Buffers text typed between Ctrl/Cmd+K and the palette input getting the focus, since its code may still load.
 * `drain` returns the text and stops buffering.
 */
function useTypeAhead(isOpen: boolean, onEscape: () => void) {
  const buffer = useRef('');
  const leave = useRef(onEscape);
  const [typed, setTyped] = useState('');
  const isBuffering = useRef(false);
  useLayoutEffect(() => {
    leave.current = onEscape;
  });
  useLayoutEffect(() => {
    if (!isOpen) return;
    buffer.current = '';
    setTyped('');
    isBuffering.current = true;
    const bufferKey = (event: KeyboardEvent) => {
      if (!isBuffering.current || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape') return leave.current();
      buffer.current = keyed(buffer.current, event.key);
      setTyped(buffer.current);
    };
    window.addEventListener('keydown', bufferKey, true);
    return () => {
      isBuffering.current = false;
      window.removeEventListener('keydown', bufferKey, true);
    };
  }, [isOpen]);
  const drain = useCallback(() => {
    isBuffering.current = false;
    const typedText = buffer.current;
    buffer.current = '';
    return typedText;
  }, []);
  return { typed, drain };
}

function keyed(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  // Key names such as Shift and ArrowDown are longer than one typed character.
  return [...key].length === 1 ? text + key : text;
}
