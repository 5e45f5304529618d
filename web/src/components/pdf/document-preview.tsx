import { PREVIEW_FRAME_HEIGHT_PX } from '@ledgerline/contract/rules';
import { ActionIcon, Box, Skeleton } from '@mantine/core';
import { useElementSize, useFullscreenElement } from '@mantine/hooks';
import { IconArrowsMaximize, IconArrowsMinimize, IconMinus, IconPlus } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { here } from '../../lib/external-url.ts';
import { ErrorState } from '../ui/loaded.tsx';
import styles from './document-preview.module.css';

const PdfPages = lazy(async () => ({ default: (await import('./pdf-pages.tsx')).PdfPages }));

const MAX_PAGE_PX = 900;

interface DocumentPreviewProps {
  /** URL of the file; a new URL of the same file is used only when the preview is retried. */
  url: string;
  mime_type: string;
  name: string;
  /** Runs before a retry, for example to get a new URL; returns the new one. */
  onRetry?: () => Promise<string>;
  /** In a dialog: arrow keys scroll it immediately. */
  hasAutoFocus?: boolean;
  /** In a fullscreen dialog: as tall as the screen allows. */
  isTall?: boolean;
}

/** Height of a dialog's title and buttons. */
const TALL = 'calc(100vh - 150px)';

/** Shows a PDF or picture with zoom and fullscreen. Key it by file. */
export function DocumentPreview(props: DocumentPreviewProps) {
  const { url, mime_type, name, onRetry, hasAutoFocus = false, isTall = false } = props;
  const [source, setSource] = useState({ url, attempt: 0 });
  const [hasFailed, setFailed] = useState(false);
  const [isRetrying, setRetrying] = useState(false);
  const [zoom, setZoom] = useState(1);
  const [pageCount, setPageCount] = useState<number | null>(null);
  const { ref: ruler, width } = useElementSize<HTMLDivElement>();
  const fullscreen = useFullscreenElement();
  const maxHeight = isTall ? TALL : PREVIEW_FRAME_HEIGHT_PX;
  const pageWidth = Math.round(Math.min(width, MAX_PAGE_PX) * zoom);

  async function retry() {
    setRetrying(true);
    const next = onRetry ? await onRetry().catch(() => null) : source.url;
    setRetrying(false);
    if (next === null) return;
    setSource({ url: next, attempt: source.attempt + 1 });
    setFailed(false);
  }
  if (!isShown(mime_type)) return <NoPreview />;
  return (
    <section
      ref={fullscreen.ref}
      className={styles.preview}
      style={fullscreen.fullscreen ? { height: '100vh' } : { maxHeight }}
      aria-label={`Preview of ${name}`}
    >
      <PreviewToolbar
        zoom={zoom}
        onZoom={setZoom}
        pageCount={pageCount}
        isDisabled={hasFailed}
        isFullscreen={fullscreen.fullscreen}
        {...(document.fullscreenEnabled ? { onFullscreen: () => void fullscreen.toggle() } : {})}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it */}
      <div className={styles.frame} tabIndex={0} data-autofocus={hasAutoFocus || undefined}>
        <div ref={ruler} />
        {hasFailed ? (
          <ErrorState
            title="Document Preview Error"
            message="The document could not be shown."
            onRetry={() => void retry()}
            isRetrying={isRetrying}
          />
        ) : (
          <Sheet
            key={source.attempt}
            url={source.url}
            isPdf={mime_type === 'application/pdf'}
            name={name}
            width={pageWidth}
            onPages={setPageCount}
            onError={() => setFailed(true)}
          />
        )}
      </div>
    </section>
  );
}

interface SheetProps {
  url: string;
  isPdf: boolean;
  name: string;
  width: number;
  onPages: (pageCount: number) => void;
  onError: () => void;
}

function Sheet({ url, isPdf, name, width, onPages, onError }: SheetProps) {
  if (width <= 0) return null;
  if (!isPdf)
    return <img className={styles.picture} src={here(url)} alt={name} style={{ width }} onError={onError} />;
  return (
    <Suspense fallback={<Skeleton height={PREVIEW_FRAME_HEIGHT_PX} width={width} mx="auto" />}>
      <PdfPages url={url} width={width} onLoad={onPages} onError={onError} />
    </Suspense>
  );
}

function isShown(mimeType: string): boolean {
  return mimeType === 'application/pdf' || /^image\/(png|jpeg|gif|webp)$/.test(mimeType);
}

function NoPreview() {
  return (
    <div className={styles.none}>
      There is no preview for files of this type. Download the file to open it.
    </div>
  );
}

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

function PreviewToolbar(props: PreviewToolbarProps) {
  const { zoom, onZoom, pageCount, isDisabled, isFullscreen, onFullscreen } = props;
  return (
    <div className={styles.toolbar}>
      <Box className="tabular" component="span" flex={1} fz="sm" c="dimmed">
        {pageCount === null ? '' : pagesText(pageCount)}
      </Box>
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
