import {
  type GridCell,
  GridCellKind,
  type Item,
  type ProvideEditorCallback,
} from '@glideapps/glide-data-grid';
import {
  type ComponentType,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { pressRemaining, type TypeAhead } from './sheet-keys.ts';
import type { SheetEditorProps } from './sheet-types.ts';

interface Scope {
  Editor: ComponentType<SheetEditorProps> | null;
  /** The cell whose editor is open or about to open. */
  activeCell: { current: Item };
  /** Text typed after the first character, before the editor was mounted. */
  typeAhead: { current: TypeAhead | null };
}

const ScopeContext = createContext<Scope>({
  Editor: null,
  activeCell: { current: [0, 0] },
  typeAhead: { current: null },
});

/** A dialog opened by an editor does not end the editing. */
export function isOutsideDialogs({ target }: MouseEvent | TouchEvent): boolean {
  return !(target instanceof Element && target.closest('[role="dialog"]'));
}

/** How long a new editor defends its focus. */
const OPENING_MS = 1000;

interface OverlayProps {
  value: GridCell;
  initialValue?: string;
  onChange: (value: GridCell) => void;
  onFinishedEditing: (value?: GridCell, move?: readonly [-1 | 0 | 1, -1 | 0 | 1]) => void;
}

/** Connects Glide's overlay with the page's editor. */
function Overlay({ value, initialValue, onChange, onFinishedEditing }: OverlayProps) {
  const { Editor, activeCell, typeAhead } = use(ScopeContext);
  const [col, row] = activeCell.current;
  const [early] = useState(() => typeAhead.current);
  /** The cell's new value if the user leaves now; undefined while nothing has changed. */
  const latest = useRef<string>(undefined);
  const withText = (text: string): GridCell =>
    value.kind === GridCellKind.Text ? { ...value, data: text, displayData: text } : value;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the editor mounts
  useLayoutEffect(() => {
    if (early?.end) {
      onFinishedEditing(withText(early.text), early.end);
      pressRemaining(typeAhead);
    } else typeAhead.current = null;
  }, []);
  // Closes immediately, unlike Glide: the next character belongs to the next cell.
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveOf(event);
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    onFinishedEditing(latest.current === undefined ? undefined : withText(latest.current), move);
  };
  const frame = useDefendedFocus();
  if (!Editor) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key events of the input inside
    <div ref={frame} onKeyDown={onKeyDown}>
      <Editor
        col={col}
        row={row}
        typed={early?.text ?? initialValue}
        onChange={(text) => {
          latest.current = text;
          onChange(withText(text));
        }}
        finish={(text, move) => onFinishedEditing(text === undefined ? undefined : withText(text), move)}
      />
    </div>
  );
}

/** Where the selection moves when a key closes an editor. */
function moveOf({ key, shiftKey }: KeyboardEvent): readonly [-1 | 0 | 1, 0 | 1] | null {
  if (key === 'Tab') return [shiftKey ? -1 : 1, 0];
  return key === 'Enter' && !shiftKey ? [0, 1] : null;
}

/**
 * Glide focuses the sheet some frames after a click or move, even when a key has opened an editor in between; the
 * editor takes the focus back unless it is about to close.
 */
function useDefendedFocus() {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    const opened = performance.now();
    let isClosing = false;
    const onKeyDown = ({ key }: globalThis.KeyboardEvent) => {
      isClosing = key === 'Escape' || key === 'Enter' || key === 'Tab';
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      const isStolen = relatedTarget instanceof Element && relatedTarget.closest('canvas') !== null;
      if (!isStolen || isClosing || performance.now() - opened > OPENING_MS) return;
      if (target instanceof HTMLElement) target.focus();
    };
    const onPointerDown = () => {
      isClosing = true;
    };
    element?.addEventListener('keydown', onKeyDown, true);
    element?.addEventListener('focusout', onFocusOut);
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => {
      element?.removeEventListener('keydown', onKeyDown, true);
      element?.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('pointerdown', onPointerDown, true);
    };
  }, []);
  return frame;
}

/** Glide's callback that creates the page's editor, and the element it opens in. */
export function useEditorOfCell() {
  const activeCell = useRef<Item>([0, 0]);
  const typeAhead = useRef<TypeAhead | null>(null);
  const provide = useCallback<ProvideEditorCallback<GridCell>>(
    () => ({ editor: Overlay, disablePadding: true }),
    [],
  );
  return { activeCell, typeAhead, provide };
}

export function SheetEditorScope({
  Editor,
  activeCell,
  typeAhead,
  children,
}: Omit<Scope, 'Editor'> & { Editor: ComponentType<SheetEditorProps>; children: ReactNode }) {
  const scope = useMemo(() => ({ Editor, activeCell, typeAhead }), [Editor, activeCell, typeAhead]);
  return <ScopeContext value={scope}>{children}</ScopeContext>;
}
