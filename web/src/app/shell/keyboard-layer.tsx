import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { topmostArea } from '../../components/ui/dialog-stack.ts';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const SEARCH_BOX = '[data-search-box], input[type="search"], input[placeholder^="Search"]';

type Layer = 'palette' | 'keys' | null;

/** The keys that work on every screen: Ctrl/Cmd+K, `/` and `?`. */
export function KeyboardLayer() {
  const [layer, setLayer] = useState<Layer>(null);
  const close = () => setLayer(null);
  useHotkeys([['mod+K', () => setLayer('palette')]], []);
  useHotkeys([
    ['/', focusSearch],
    ['shift+?', () => setLayer('keys'), { usePhysicalKeys: false }],
  ]);
  return (
    <Suspense fallback={null}>
      {layer === 'palette' && <Palette onClose={close} onShowKeys={() => setLayer('keys')} />}
      {layer === 'keys' && <KeysDialog onClose={close} />}
    </Suspense>
  );
}

function focusSearch() {
  const boxes = [...topmostArea().querySelectorAll<HTMLElement>(SEARCH_BOX)];
  const box = boxes.find((candidate) => candidate.offsetParent !== null);
  if (box instanceof HTMLInputElement) box.select();
  box?.focus();
}
