import { Input, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';

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

/** Formatted text; the editor is loaded when it is first shown. */
export function RichTextInput({
  label,
  value = '',
  onChange,
  error,
  minHeight = 140,
  autoFocus,
}: RichTextInputProps) {
  const labelId = useId();
  return (
    <Input.Wrapper label={label} labelProps={{ id: labelId, component: 'div' }} error={error}>
      <Suspense fallback={<Skeleton height={minHeight + 45} />}>
        <RichTextEditorPanel
          labelledBy={labelId}
          value={value}
          onChange={onChange}
          minHeight={minHeight}
          autoFocus={autoFocus ?? false}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
