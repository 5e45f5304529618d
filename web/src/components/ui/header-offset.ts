const SPACE_PX = 8;

/**
 * For the `ref` of a bar that stays below the header of the page: what gets the focus is scrolled clear of it (WCAG
 * 2.4.11), however high the bar is at this width. Where the window is too low for it to stay, nothing is kept.
 */
export function applyHeaderOffset(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined;
  const page = document.documentElement;
  function update() {
    if (!bar) return;
    const { position, top } = getComputedStyle(bar);
    if (position === 'sticky')
      page.style.scrollPaddingTop = `${Number.parseFloat(top) + bar.offsetHeight + SPACE_PX}px`;
    else page.style.removeProperty('scroll-padding-top');
  }
  update();
  const observer = new ResizeObserver(update);
  for (const node of [bar, page]) observer.observe(node);
  return () => {
    observer.disconnect();
    page.style.removeProperty('scroll-padding-top');
  };
}
