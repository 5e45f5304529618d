import { MODAL_Z_INDEX } from '@ledgerline/contract/rules';
import type { MantineThemeOverride } from '@mantine/core';
import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDialogFocus } from './dialog-focus.ts';
import { type Layered, markCovered, putOnTop, registerDialog, removeFromStack } from './dialog-stack.ts';

interface LayerOptions {
  opened: boolean;
  onEscape: () => void;
  /** Stays on top of dialogs opened later. */
  isLock?: boolean;
}

/**
 * Position in the single stack of overlays: dialogs, drawers, the palette. The newest is on top regardless of render
 * order, and only it receives Esc (decision 035).
 */
export function useDialogLayer({ opened, onEscape, isLock = false }: LayerOptions) {
  const { node, setNode, restoreFocus } = useDialogFocus(opened);
  const [layer, setLayer] = useState(0);
  const own = useRef<Layered>({ node: null, layer: 0, onEscape: () => undefined, isLock: false });
  const leave = useEffectEvent(onEscape);
  useLayoutEffect(() => registerDialog(own.current), []);
  useLayoutEffect(() => {
    own.current.node = node;
    markCovered();
  }, [node]);
  useLayoutEffect(() => {
    if (!opened) return;
    const dialog = own.current;
    dialog.isLock = isLock;
    dialog.onEscape = () => leave();
    setLayer(putOnTop(dialog));
    return () => removeFromStack(dialog);
  }, [opened, isLock]);
  const overlays = useMemo(() => overlaysAbove(layer), [layer]);
  // Between two dialogs there is z-index space for the overlays of the lower one.
  const zIndex = MODAL_Z_INDEX + 2 * layer;
  return {
    zIndex,
    overlays,
    // Mantine's own return of the focus, 10 ms after closing, ignores that another dialog may be open.
    frame: {
      ref: setNode,
      onExitTransitionEnd: restoreFocus,
      returnFocus: false,
      closeOnEscape: false,
      zIndex,
    },
  };
}

/** Z-index of overlays of a dialog layer: menus, lists, calendars and tooltips. A newer dialog covers them too. */
export function overlaysAbove(layer: number): MantineThemeOverride {
  const zIndex = MODAL_Z_INDEX + 2 * layer + 1;
  const list = { defaultProps: { comboboxProps: { zIndex } } };
  return {
    components: {
      Menu: { defaultProps: { zIndex } },
      Popover: { defaultProps: { zIndex } },
      Select: list,
      Autocomplete: list,
      Tooltip: { defaultProps: { zIndex } },
    },
  };
}
