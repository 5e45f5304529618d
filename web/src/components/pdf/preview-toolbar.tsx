import { ActionIcon } from '@mantine/core';
import { IconArrowsMaximize, IconArrowsMinimize, IconMinus, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './document-preview.module.css';

const STEP = 1.25;
const MIN_ZOOM = 0.5;
const MAX_ZOOM = 4;

interface PreviewToolbarProps {
  zoom: number;
  onZoom: (zoom: number) => void;
  pageCount: number | null;
  isDisabled: boolean;
  isFullscreen: boolean;
  /** Missing where the browser does not support fullscreen. */
  onFullscreen?: () => void;
}

export function PreviewToolbar(props: PreviewToolbarProps) {
  const { zoom, onZoom, pageCount, isDisabled, isFullscreen, onFullscreen } = props;
  return (
    <div className={styles.toolbar}>
      <span className={styles.pageCount}>{pageCount === null ? '' : pagesText(pageCount)}</span>
      <ToolButton
        label="Zoom out"
        onClick={() => onZoom(Math.max(MIN_ZOOM, zoom / STEP))}
        disabled={isDisabled || zoom <= MIN_ZOOM}
      >
        <IconMinus size={16} aria-hidden />
      </ToolButton>
      <button
        type="button"
        className={styles.zoom}
        onClick={() => onZoom(1)}
        disabled={isDisabled}
        title="Fit to width"
      >
        {Math.round(zoom * 100)}%
      </button>
      <ToolButton
        label="Zoom in"
        onClick={() => onZoom(Math.min(MAX_ZOOM, zoom * STEP))}
        disabled={isDisabled || zoom >= MAX_ZOOM}
      >
        <IconPlus size={16} aria-hidden />
      </ToolButton>
      {onFullscreen && (
        <ToolButton label={isFullscreen ? 'Leave fullscreen' : 'Fullscreen document'} onClick={onFullscreen}>
          {isFullscreen ? (
            <IconArrowsMinimize size={16} aria-hidden />
          ) : (
            <IconArrowsMaximize size={16} aria-hidden />
          )}
        </ToolButton>
      )}
    </div>
  );
}

interface ToolButtonProps {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  children: ReactNode;
}

/** A native title: a portaled tooltip would be invisible in fullscreen. */
function ToolButton({ label, onClick, disabled = false, children }: ToolButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} onClick={onClick} disabled={disabled}>
      {children}
    </ActionIcon>
  );
}

function pagesText(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}
