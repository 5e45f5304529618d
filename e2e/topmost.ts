import { expect, type Locator, type Page } from '@playwright/test';

/** From now on the server fails at these calls; 500 is what nobody expected, and asked four times. */
export async function failAt(page: Page, method: string, path: RegExp, status = 500): Promise<void> {
  const code = status === 500 ? 'internal' : 'conflict';
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status, json: { success: false, message: 'It was refused for a test.', code } })
      : route.fallback(),
  );
}

/** The dialog lies over all others: the pointer reaches each of its buttons, and the focus is inside. */
export async function isTopmost(dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  await expect
    .poll(() =>
      dialog.evaluate((node) => node.contains(document.activeElement) || document.activeElement?.tagName),
    )
    .toBe(true);
  const covered = () =>
    dialog.evaluate((node) =>
      [...node.querySelectorAll('button')].flatMap((button) => {
        const { left, top, width, height } = button.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const area = node.getBoundingClientRect();
        const isShown = width > 0 && y >= area.top && y < Math.min(area.bottom, innerHeight);
        // What scrolls under the dialog's own foot, or out of it, is no other dialog's doing.
        return isShown && !node.contains(document.elementFromPoint(x, y))
          ? [button.textContent || button.ariaLabel]
          : [];
      }),
    );
  await expect.poll(covered).toEqual([]);
}

/** Presses the button of a message that lies over the dialog it speaks of; that one is on top again, with the focus. */
export async function answer(message: Locator, button: string, below: Locator): Promise<void> {
  await isTopmost(message);
  await message.getByRole('button', { name: button, exact: true }).click();
  await expect(message).toHaveCount(0);
  await isTopmost(below);
}

/** Walks a dialog or a page with Tab, forth and back: whatever has the focus lies clear of its header and its foot. */
export async function isNeverCovered(area: Locator): Promise<void> {
  const page = area.page();
  const covered: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<string>();
    for (let step = 0; step < 120; step += 1) {
      await page.keyboard.press(key);
      const stop = await area.evaluate(lookAtFocus);
      // What scrolls into sight does so after the press: a person judges where it comes to rest.
      if (stop.isCovered && !(await comesClear(area))) covered.push(`${key} ${step}: ${stop.name}`);
      if (seen.has(stop.name)) break;
      seen.add(stop.name);
    }
    expect(seen.size).toBeGreaterThan(2);
  }
  expect(covered).toEqual([]);
}

/** Whether what has the focus comes out from under the bars by itself. */
async function comesClear(area: Locator): Promise<boolean> {
  try {
    await expect
      .poll(async () => (await area.evaluate(lookAtFocus)).isCovered, { timeout: 5000 })
      .toBe(false);
    return true;
  } catch {
    return false;
  }
}

/** In the page: what has the focus, and whether the bars of the area hide a part of it. */
function lookAtFocus(node: Element): { name: string; isCovered: boolean } {
  const focused = document.activeElement ?? document.body;
  // Of a text of many lines the one with the cursor has to be seen, here the first; the empty edge above it need not.
  const isText = focused instanceof HTMLElement && focused.isContentEditable;
  const line = (isText && focused.firstElementChild) || focused;
  const { top, bottom: end, left, right } = line.getBoundingClientRect();
  const bottom = isText ? Math.min(end, top + 28) : end;
  const lowest = node === document.body ? innerHeight : node.getBoundingClientRect().bottom;
  const stays = [...node.querySelectorAll('*')].filter((one) =>
    ['sticky', 'fixed'].includes(getComputedStyle(one).position),
  );
  // What stands in a bar itself is not scrolled under one.
  const bars = stays.some((one) => one.contains(focused)) ? [] : stays;
  const isHidden = bars.some((bar) => {
    const box = bar.getBoundingClientRect();
    const isBeside = right <= box.left || left >= box.right;
    return box.height > 0 && !isBeside && bottom > box.top + 1 && top < box.bottom - 1;
  });
  // Many fields of a list have the same name.
  const index = [...document.querySelectorAll('*')].indexOf(focused);
  const name = `${index} ${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.id} ${focused.textContent?.slice(0, 30)}`;
  const isSomewhere = focused !== document.body && node.contains(focused);
  return { name, isCovered: isSomewhere && (isHidden || top > lowest) };
}
