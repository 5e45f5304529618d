const SPACE_PX = 8;

/**
 * `ref` for a bar that sticks to the bottom of its scroll container: focused elements scroll clear of it (WCAG
 * 2.4.11), whatever its height at this width or with an error in it.
 */
export function applyFooterOffset(footer: HTMLElement | null): (() => void) | undefined {
  if (!footer) return undefined;
  const area = scrollerOf(footer);
  const update = () => area.style.setProperty('scroll-padding-bottom', `${footer.offsetHeight + SPACE_PX}px`);
  update();
  const observer = new ResizeObserver(update);
  observer.observe(footer);
  return () => {
    observer.disconnect();
    area.style.removeProperty('scroll-padding-bottom');
  };
}

/** The dialog's own area, or else the page. */
function scrollerOf(footer: HTMLElement): HTMLElement {
  return footer.closest<HTMLElement>('[data-modal-content]') ?? document.documentElement;
}
