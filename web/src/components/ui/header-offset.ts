const SPACE_PX = 8;

/**
 * `ref` for a bar that sticks below the page header: focused elements scroll clear of it (WCAG 2.4.11), whatever its
 * height at this width. Where the window is too low for it to stick, no offset is set.
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
