import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import 'react-pdf/dist/Page/TextLayer.css';
import { here } from '../../lib/external-url.ts';
import styles from './pdf-pages.module.css';
import { type PageSize, useNearPages, usePageSizes } from './pdf-pages-state.ts';

// The legacy build: clients sign on old phones too.
pdfjs.GlobalWorkerOptions.workerSrc = new URL(
  'pdfjs-dist/legacy/build/pdf.worker.min.mjs',
  import.meta.url,
).toString();

const FILES = `/assets/pdfjs/${pdfjs.version}`;
/**
 * Character maps, fonts and decoders are served from our own origin; the content security policy forbids WebAssembly.
 */
const OPTIONS = {
  cMapUrl: `${FILES}/cmaps/`,
  standardFontDataUrl: `${FILES}/standard_fonts/`,
  wasmUrl: `${FILES}/wasm/`,
  useWasm: false,
  useWorkerFetch: true,
};
const MAX_PIXEL_RATIO = 2;

export interface PdfPage {
  /** Zero-based. */
  index: number;
  /** CSS pixels. */
  width: number;
  height: number;
  /** CSS pixels per PDF point. */
  scale: number;
}

interface PdfPagesProps {
  url: string;
  /** Width of a page in CSS pixels. */
  width: number;
  onLoad?: (pageCount: number) => void;
  onError?: (error: Error) => void;
  /** Drawn over each page, including pages not rendered because they are far from the viewport. */
  overlay?: (page: PdfPage) => ReactNode;
}

type LoadedPdf = Parameters<NonNullable<ComponentProps<typeof Document>['onLoadSuccess']>>[0];

/** A PDF as a column of pages; only those near the viewport are rendered. Scripts in the file never run. */
export function PdfPages({ url, width, onLoad, onError, overlay }: PdfPagesProps) {
  const [pdf, setPdf] = useState<LoadedPdf | null>(null);
  const sizes = usePageSizes(pdf, { onLoad, onError });
  const list = useRef<HTMLDivElement>(null);
  const near = useNearPages(list, sizes.length);
  const pages = sizes.map((size, index) => pageOf(index, size, width));

  return (
    <Document
      file={here(url)}
      options={OPTIONS}
      suspense={false}
      onLoadSuccess={setPdf}
      onLoadError={(error) => onError?.(error)}
      onSourceError={(error) => onError?.(error)}
      onPassword={rejectPassword}
      externalLinkTarget="_blank"
      loading={<PagePlaceholder width={width} />}
      error={null}
      noData={null}
    >
      <div ref={list} className={styles.pages}>
        {pages.map((page) => (
          <PageFrame key={page.index} page={page} isNear={near.has(page.index)} overlay={overlay} />
        ))}
        {pages.length === 0 && <PagePlaceholder width={width} />}
      </div>
    </Document>
  );
}

function pageOf(index: number, size: PageSize, width: number): PdfPage {
  const scale = width / size.width;
  return { index, width, height: Math.round(size.height * scale), scale };
}

interface PageFrameProps {
  page: PdfPage;
  isNear: boolean;
  overlay: PdfPagesProps['overlay'];
}

function PageFrame({ page, isNear, overlay }: PageFrameProps) {
  return (
    <div
      className={styles.page}
      style={{ width: page.width, height: page.height }}
      data-page={page.index}
      data-near={isNear || undefined}
    >
      {isNear && (
        <Page
          pageIndex={page.index}
          width={page.width}
          devicePixelRatio={Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO)}
          renderAnnotationLayer={false}
          suspense={false}
          loading={null}
          error={null}
        />
      )}
      {overlay && <div className={styles.overlay}>{overlay(page)}</div>}
    </div>
  );
}

/** Letter size, until the real one is known. */
function PagePlaceholder({ width }: { width: number }) {
  return <div className={styles.page} style={{ width, height: Math.round((width * 11) / 8.5) }} aria-busy />;
}

/** A browser's password prompt would block the page; the file counts as unreadable. */
function rejectPassword(): void {
  throw new Error('The document is protected by a password.');
}
