const SPACE_PX = 8;

/**
 * `ref` for a bar that sticks to the bottom of its scroll container: focused elements scroll clear of it (WCAG
 * 2.4.11), whatever its height at this width or with an error in it.
 */
export function applyFooterOffset(foot: HTMLElement | null): (() => void) | undefined {
  if (!foot) return undefined;
  const area = scrollerOf(foot);
  const update = () => area.style.setProperty('scroll-padding-bottom', `${foot.offsetHeight + SPACE_PX}px`);
  update();
  const observer = new ResizeObserver(update);
  observer.observe(foot);
  return () => {
    observer.disconnect();
    area.style.removeProperty('scroll-padding-bottom');
  };
}

/** The dialog's own area, or else the page. */
function scrollerOf(foot: HTMLElement): HTMLElement {
  return foot.closest<HTMLElement>('[data-modal-content]') ?? document.documentElement;
}
