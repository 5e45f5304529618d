import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useState } from 'react';
import { topmostArea } from '../../components/ui/dialog-stack.ts';
import { usePaletteOpener } from './palette-gate.ts';
import { PalettePlaceholder } from './palette-loading.tsx';
import { useGoKeys } from './use-go-keys.ts';
import { useTypeAhead } from './use-type-ahead.ts';

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

/** Global shortcuts: Ctrl/Cmd+K, `/`, `?`, and `g` with a letter. */
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
