import { type MouseEvent, useEffect, useRef } from 'react';
import { applyHeaderOffset } from '../../../components/ui/header-offset.ts';
import { opensElsewhere } from '../../../lib/events.ts';
import styles from './section-links.module.css';
import { type SectionLink, useCurrentSections } from './use-current-sections.ts';

interface SectionLinksProps {
  /** The sections of each column, from top to bottom. */
  columns: readonly (readonly SectionLink[])[];
}

/** Links to the sections of the page; those that are at the top of their columns are marked while it scrolls. */
export function SectionLinks({ columns }: SectionLinksProps) {
  const current = useCurrentSections(columns);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => showCurrent(list.current, current.at(-1)), [current]);
  return (
    <nav ref={applyHeaderOffset} className={styles.links} aria-label="Sections">
      <div ref={list} className={styles.list}>
        {columns.map((links) => (
          <ul key={links[0]?.id} className={`plain ${styles.column}`}>
            {links.map(({ id, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  title={title}
                  className={styles.link}
                  aria-current={current.includes(id) ? 'location' : undefined}
                  onClick={(event) => goTo(event, id)}
                >
                  {title}
                </a>
              </li>
            ))}
          </ul>
        ))}
      </div>
    </nav>
  );
}

/** On a phone the links are one row, which follows the scroll. */
function showCurrent(list: HTMLElement | null, id: string | undefined): void {
  if (!list || list.scrollWidth <= list.clientWidth) return;
  const link = id && list.querySelector<HTMLElement>(`[href="#${id}"]`);
  list.scrollTo({ left: link ? link.offsetLeft - list.offsetLeft - list.clientWidth / 3 : 0 });
}

/** The address stays as it is: Back leaves the client. */
function goTo(event: MouseEvent<HTMLAnchorElement>, id: string): void {
  if (opensElsewhere(event)) return;
  event.preventDefault();
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}
