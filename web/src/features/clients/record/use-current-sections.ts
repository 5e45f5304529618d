import { useEffect, useState } from 'react';

export interface SectionLink {
  id: string;
  title: string;
}

/** The section at the reading line in each column. Columns scroll together; a column that ends above the line has none. */
export function useCurrentSections(columns: readonly (readonly SectionLink[])[]): readonly string[] {
  const [current, setCurrent] = useState<readonly string[]>([]);
  const ids = columns.map((links) => links.map(({ id }) => id).join(' ')).join('|');
  useEffect(() => {
    let frame = 0;
    function update() {
      const line = readingLine();
      const next = ids.split('|').flatMap((column) => sectionAt(column.split(' '), line) ?? []);
      setCurrent((shown) => (shown.join() === next.join() ? shown : next));
    }
    function updateSoon() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    }
    // Sections that load change the height of the page.
    const height = new ResizeObserver(updateSoon);
    height.observe(document.body);
    window.addEventListener('scroll', updateSoon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      height.disconnect();
      window.removeEventListener('scroll', updateSoon);
    };
  }, [ids]);
  return current;
}

const MARGIN_PX = 24;

/** Just below the sticky header; it moves down with the scroll, so that the last sections are reached as well. */
function readingLine(): number {
  const page = document.documentElement;
  const top = (Number.parseFloat(getComputedStyle(page).scrollPaddingTop) || 0) + MARGIN_PX;
  const scrollable = page.scrollHeight - window.innerHeight;
  const share = scrollable > 0 ? Math.min(1, window.scrollY / scrollable) : 0;
  return top + share * (window.innerHeight - top);
}

function sectionAt(ids: readonly string[], line: number): string | undefined {
  return ids.findLast((id) => {
    const box = document.getElementById(id)?.getBoundingClientRect();
    return box && box.top <= line && box.bottom >= line;
  });
}
