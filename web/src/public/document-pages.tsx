import { type ComponentProps, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './document-pages.module.css';
import { useMessages } from './texts/language.tsx';

const loadViewer = () => import('../components/pdf/pdf-pages.tsx');
const PdfPages = lazy(() => loadViewer().then(({ PdfPages: Viewer }) => ({ default: Viewer })));

/** Prefetches the viewer while the document's address is being requested. */
export function warmUpViewer(): void {
  loadViewer().catch((error: unknown) => console.warn('the viewer could not be fetched yet', error));
}

type ViewerProps = ComponentProps<typeof PdfPages>;

interface DocumentPagesProps extends Pick<ViewerProps, 'url' | 'overlay' | 'onLoad'> {
  /** Receives the width of the pages in CSS pixels. */
  onWidth?: (width: number) => void;
}

const MAX_WIDTH = 900;

/** A PDF as wide as its column, up to a maximum in CSS pixels. */
export function DocumentPages({ url, overlay, onLoad, onWidth }: DocumentPagesProps) {
  const { text } = useMessages();
  const [box, availableWidth] = useWidth();
  const width = Math.min(availableWidth, MAX_WIDTH);
  const widthKnown = useEffectEvent((pixels: number) => onWidth?.(pixels));
  useEffect(() => widthKnown(width), [width]);
  const [failures, setFailures] = useState({ count: 0, isFailed: false });
  return (
    <div ref={box} className={styles.document}>
      {failures.isFailed ? (
        <div role="alert" className={styles.failed}>
          <p>{text('pageFailed')}</p>
          <button
            type="button"
            className="button"
            onClick={() => setFailures({ count: failures.count + 1, isFailed: false })}
          >
            {text('tryAgain')}
          </button>
        </div>
      ) : (
        <Suspense fallback={<p className="loading">{text('loading')}</p>}>
          <PdfPages
            key={failures.count}
            url={url}
            width={width}
            onError={(error) => {
              console.warn('the document could not be shown', error);
              setFailures({ count: failures.count, isFailed: true });
            }}
            {...(onLoad ? { onLoad } : {})}
            {...(overlay ? { overlay } : {})}
          />
        </Suspense>
      )}
    </div>
  );
}

const FIRST_WIDTH = 640;

/** The width of an element, updated when the window is resized or the phone is rotated. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  useEffect(() => {
    if (!box.current) return;
    const element = box.current;
    const measure = () => setWidth(Math.floor(element.clientWidth) || FIRST_WIDTH);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width] as const;
}
