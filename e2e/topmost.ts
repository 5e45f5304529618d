import { expect, type Locator, type Page } from '@playwright/test';

/** The message of every call that a test lets fail. */
export const TEST_ERROR = 'This call fails in a test.';

/** Lets these calls fail from now on, with an error that is not retried. */
export async function failAt(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { success: false, message: TEST_ERROR, code: 'conflict' } })
      : route.fallback(),
  );
}

/** The dialog is on top of all others: the pointer reaches each of its buttons, and the focus is inside. */
export async function expectTopmost(dialog: Locator): Promise<void> {
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
        // A button can also be scrolled out of the dialog or under its footer; no other dialog causes that.
        return isShown && !node.contains(document.elementFromPoint(x, y))
          ? [button.textContent || button.ariaLabel]
          : [];
      }),
    );
  await expect.poll(covered).toEqual([]);
}

/** Clicks the button of a message over the dialog it is about; that dialog is on top again, with the focus. */
export async function answer(message: Locator, button: string, below: Locator): Promise<void> {
  await expectTopmost(message);
  await message.getByRole('button', { name: button, exact: true }).click();
  await expect(message).toHaveCount(0);
  await expectTopmost(below);
}

/** Tabs through a dialog or a page in both directions: header and footer never cover the focused element. */
export async function isNeverCovered(area: Locator): Promise<void> {
  const page = area.page();
  const covered: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    const seen = new Set<string>();
    for (let step = 0; step < 120; step += 1) {
      await page.keyboard.press(key);
      const stop = await area.evaluate(lookAtFocus);
      // Scrolling into view happens after the key press; only the final position counts.
      if (stop.isCovered && !(await becomesVisible(area))) covered.push(`${key} ${step}: ${stop.name}`);
      if (seen.has(stop.name)) break;
      seen.add(stop.name);
    }
    expect(seen.size).toBeGreaterThan(2);
  }
  expect(covered).toEqual([]);
}

/** Whether the focused element scrolls out from under the bars by itself. */
async function becomesVisible(area: Locator): Promise<boolean> {
  try {
    await expect
      .poll(async () => (await area.evaluate(lookAtFocus)).isCovered, { timeout: 5000 })
      .toBe(false);
    return true;
  } catch {
    return false;
  }
}

/** Runs in the page: the focused element, and whether the bars of the area hide a part of it. */
function lookAtFocus(node: Element): { name: string; isCovered: boolean } {
  const focused = document.activeElement ?? document.body;
  // In a multi-line text only the line with the cursor must be visible, here the first; the padding above it need not.
  const isText = focused instanceof HTMLElement && focused.isContentEditable;
  const line = (isText && focused.firstElementChild) || focused;
  const { top, bottom: end, left, right } = line.getBoundingClientRect();
  const bottom = isText ? Math.min(end, top + 28) : end;
  const lowest = node === document.body ? innerHeight : node.getBoundingClientRect().bottom;
  const pinned = [...node.querySelectorAll('*')].filter((one) =>
    ['sticky', 'fixed'].includes(getComputedStyle(one).position),
  );
  // An element inside a bar cannot be scrolled under one.
  const bars = pinned.some((one) => one.contains(focused)) ? [] : pinned;
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
