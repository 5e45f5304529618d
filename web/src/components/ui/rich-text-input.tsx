import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import styles from './rich-text-input.module.css';

/** Widths of toolbar groups with four, five and two controls. */
const TOOLBAR_GROUPS = [104, 130, 52];

const RichTextEditorPanel = lazy(async () => ({
  default: (await import('./rich-text-editor-panel.tsx')).RichTextEditorPanel,
}));

interface RichTextInputProps {
  label: string;
  /** HTML; '' when empty. */
  value?: string;
  onChange: (html: string) => void;
  error?: ReactNode;
  minHeight?: number;
  autoFocus?: boolean;
}

/** Rich text; the editor loads when first shown. */
export function RichTextInput({
  label,
  value = '',
  onChange,
  error,
  minHeight = 140,
  autoFocus,
}: RichTextInputProps) {
  const labelId = useId();
  const isElsewhere = useHasFocusMoved();
  return (
    <Input.Wrapper label={label} labelProps={{ id: labelId, component: 'div' }} error={error}>
      <Suspense fallback={<Loading minHeight={minHeight} />}>
        <RichTextEditorPanel
          labeledBy={labelId}
          value={value}
          onChange={onChange}
          minHeight={minHeight}
          autoFocus={autoFocus === true && !isElsewhere}
        />
      </Suspense>
    </Input.Wrapper>
  );
}

/** Shaped like the editor, whose toolbar wraps on narrow screens: content below must not shift under a click. */
function Loading({ minHeight }: { minHeight: number }) {
  return (
    <div className={styles.loading} aria-hidden>
      <div className={styles.toolbar}>
        {TOOLBAR_GROUPS.map((width) => (
          <Skeleton key={width} width={width} height={26} />
        ))}
      </div>
      <div style={{ minHeight }} />
    </div>
  );
}

/** Whether the focus has moved on since mounting: a late editor then does not take it back. */
function useHasFocusMoved(): boolean {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    const onMove = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === 'Tab') setElsewhere(true);
    };
    document.addEventListener('keydown', onMove, true);
    document.addEventListener('pointerdown', onMove, true);
    return () => {
      document.removeEventListener('keydown', onMove, true);
      document.removeEventListener('pointerdown', onMove, true);
    };
  }, []);
  return isElsewhere;
}
