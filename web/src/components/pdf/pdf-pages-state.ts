import { type RefObject, useEffect, useEffectEvent, useState } from 'react';

export interface PageSize {
  /** PDF points of the page as displayed, including rotation. */
  width: number;
  height: number;
}

interface PdfDocument {
  numPages: number;
  getPage: (pageNumber: number) => Promise<{
    getViewport: (options: { scale: number }) => PageSize;
  }>;
}

/** How far beyond the viewport pages are rendered. */
const NEAR = '100% 0px';

interface LoadHandlers {
  /** Once per document, when its first page can be shown. */
  onLoad: ((pageCount: number) => void) | undefined;
  onError: ((error: Error) => void) | undefined;
}

/** Sizes of all pages: unread pages are assumed to be as large as the first. Empty while nothing is known. */
export function usePageSizes(pdf: PdfDocument | null, { onLoad, onError }: LoadHandlers): PageSize[] {
  const [sizes, setSizes] = useState<PageSize[]>([]);
  const loaded = useEffectEvent((pageCount: number) => onLoad?.(pageCount));
  const failed = useEffectEvent((error: Error) => onError?.(error));
  useEffect(() => {
    setSizes([]);
    if (!pdf) return;
    let isGone = false;
    readFirst(pdf)
      .then((known) => {
        if (isGone) return undefined;
        setSizes(known);
        loaded(pdf.numPages);
        return readOthers(pdf, known, () => isGone);
      })
      .then((all) => {
        if (all && !isGone) setSizes(all);
      })
      .catch((error: unknown) => {
        if (!isGone) failed(error instanceof Error ? error : new Error(String(error)));
      });
    return () => {
      isGone = true;
    };
  }, [pdf]);
  return sizes;
}

async function readFirst(pdf: PdfDocument): Promise<PageSize[]> {
  const first = await sizeOf(pdf, 0);
  return Array.from({ length: pdf.numPages }, () => first);
}

/** All sizes; undefined if the guess was right. Stops reading once `isGone`. */
async function readOthers(pdf: PdfDocument, guessed: PageSize[], isGone: () => boolean) {
  const sizes = [...guessed];
  for (let index = 1; index < sizes.length && !isGone(); index += 1) sizes[index] = await sizeOf(pdf, index);
  const matchesGuess = sizes.every(
    (size, index) => size.width === guessed[index]?.width && size.height === guessed[index]?.height,
  );
  return matchesGuess ? undefined : sizes;
}

async function sizeOf(pdf: PdfDocument, index: number): Promise<PageSize> {
  const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 });
  return { width, height };
}

/** Numbers of the pages in or near the visible part of the scroll container. */
export function useNearPages(list: RefObject<HTMLElement | null>, pageCount: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([0]));
  useEffect(() => {
    if (!list.current || pageCount === 0) return;
    const observer = new IntersectionObserver(
      (entries) => setNear((before) => withEntries(before, entries)),
      { root: scrollParent(list.current), rootMargin: NEAR },
    );
    for (const page of list.current.children) observer.observe(page);
    return () => observer.disconnect();
  }, [list, pageCount]);
  return near;
}

function withEntries(before: ReadonlySet<number>, entries: IntersectionObserverEntry[]): ReadonlySet<number> {
  const near = new Set(before);
  for (const { target, isIntersecting } of entries) {
    const index = Number(target.getAttribute('data-page'));
    if (isIntersecting) near.add(index);
    else near.delete(index);
  }
  return near;
}

function scrollParent(element: HTMLElement): HTMLElement | null {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (parent === document.body || parent === document.documentElement) return null;
    if (/auto|scroll/.test(getComputedStyle(parent).overflowY)) return parent;
  }
  return null;
}
