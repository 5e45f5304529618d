import type { ReactNode } from 'react';
import styles from './card-columns.module.css';

/** A masonry grid of cards without gaps. */
export function CardColumns({ children }: { children: ReactNode }) {
  return (
    <div ref={packColumns} className={styles.columns}>
      {children}
    </div>
  );
}

/** One row of the grid that cards are placed on; many browsers support no more than 10,000. */
const ROW_PX = 2;
const GAP_PX = 12;

/**
 * `ref` for a masonry grid of cards: each goes below the shortest column and stays there when cards open, collapse or
 * change with live updates. Only a different number of columns, set by the grid's own style, redistributes them.
 */
function packColumns(area: HTMLElement | null): (() => void) | undefined {
  if (!area) return undefined;
  let distribution: Distribution = { count: 0, columnOf: new WeakMap() };
  function pack() {
    if (!area) return;
    const count = getComputedStyle(area).gridTemplateColumns.split(' ').length;
    if (count !== distribution.count) distribution = { count, columnOf: new WeakMap() };
    arrange(cardsIn(area), distribution);
  }
  const sizes = new ResizeObserver(pack);
  function watch() {
    if (!area) return;
    sizes.disconnect();
    for (const node of [area, ...cardsIn(area)]) sizes.observe(node);
    pack();
  }
  const cards = new MutationObserver(watch);
  cards.observe(area, { childList: true });
  watch();
  return () => {
    sizes.disconnect();
    cards.disconnect();
  };
}

interface Distribution {
  count: number;
  columnOf: WeakMap<HTMLElement, number>;
}

const cardsIn = (area: HTMLElement) =>
  [...area.children].filter((card): card is HTMLElement => card instanceof HTMLElement);

function arrange(cards: readonly HTMLElement[], { count, columnOf }: Distribution): void {
  const heights = cards.map((card) => card.getBoundingClientRect().height);
  const filled = Array.from({ length: count }, () => 0);
  for (const [index, card] of cards.entries()) {
    const height = heights[index] ?? 0;
    if (height === 0) continue;
    const column = columnOf.get(card) ?? filled.indexOf(Math.min(...filled));
    const from = filled[column] ?? 0;
    const rows = Math.ceil((height + GAP_PX) / ROW_PX);
    card.style.gridArea = `${from + 1} / ${column + 1} / span ${rows}`;
    columnOf.set(card, column);
    filled[column] = from + rows;
  }
}
