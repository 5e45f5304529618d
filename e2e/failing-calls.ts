import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { expectTopmost, TEST_ERROR } from './topmost.ts';

/** How a dialog reports that its call failed. */
interface Failure {
  /** The name of the button that sends the call. */
  press: string;
  /** Sends the call, if that is not a click on the button. */
  send?: (dialog: Locator) => Promise<void>;
  message: string | RegExp;
  /** In the dialog itself, in a message over it, or in a toast. */
  where: 'inside' | 'over' | 'toast';
  /** The name of the button afterwards, if it changes; not the close button of the dialog. */
  again?: string;
}

/** Makes every call of a page that changes data fail on demand; GET calls still work. */
export class FailingCalls {
  readonly #page: Page;
  #isFailing = false;

  constructor(page: Page) {
    this.#page = page;
  }

  async watch(): Promise<void> {
    await this.#page.route('**/api/**', this.#answer);
  }

  async end(): Promise<void> {
    await this.#page.unroute('**/api/**', this.#answer);
  }

  readonly #answer = (route: Route) =>
    this.#isFailing && route.request().method() !== 'GET'
      ? route.fulfill({ status: 409, json: { success: false, message: TEST_ERROR, code: 'conflict' } })
      : route.fallback();

  /** Lets calls fail while the action runs. */
  async during(action: () => Promise<void>): Promise<void> {
    this.#isFailing = true;
    await action();
    this.#isFailing = false;
  }

  /**
   * Clicks the button of an open dialog while its call fails: the message is on top of everything, its button works, and
   * the dialog can be used again.
   */
  async expectMessageOver(dialog: Locator, failure: Failure): Promise<void> {
    await expectTopmost(dialog);
    await this.during(async () => {
      if (failure.send) await failure.send(dialog);
      else await dialog.getByRole('button', { name: failure.press, exact: true }).click();
      await this.#isAnswered(dialog, failure);
    });
  }

  /** Opens a dialog that sends its call by itself: it reports that the call failed, and its button works. */
  async expectMessageAtOnce(dialog: Locator, open: () => Promise<void>, failure: Failure): Promise<void> {
    await this.during(async () => {
      await open();
      await this.#isAnswered(dialog, failure);
    });
  }

  async #isAnswered(dialog: Locator, { where, message: text, press, again = press }: Failure): Promise<void> {
    if (where === 'toast') return this.#closeToast(text);
    if (where === 'over') {
      const message = this.#page.getByRole('dialog', { name: text });
      await expectTopmost(message);
      await message.getByRole('button', { name: 'OK', exact: true }).click();
      await expect(message).toHaveCount(0);
    } else {
      await isReadable(dialog.getByText(text).first());
      await expect(dialog.getByRole('button', { name: again, exact: true }).last()).toBeEnabled();
    }
    await expectTopmost(dialog);
  }

  /** Clicks the close button where it is, so nothing may cover it. */
  async #closeToast(text: string | RegExp): Promise<void> {
    const toast = this.#page.getByRole('alert').filter({ hasText: text });
    await toast.getByRole('button', { name: 'Close message' }).click();
    await expect(toast).toHaveCount(0);
  }
}

/** The text is visible, and nothing covers it. */
async function isReadable(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  const isUncovered = () =>
    text.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(isUncovered).toBe(true);
}

/** A dialog, how it is opened from the screen or the dialog below it, and how it reports that its call failed. */
interface FailingAction extends Failure {
  dialog: string | RegExp;
  open: (from: Page | Locator, page: Page) => Promise<void>;
  fill?: (dialog: Locator) => Promise<void>;
  /** The dialog was open before and stays open. */
  stays?: boolean;
}

export const button = (name: string | RegExp) => (from: Page | Locator) =>
  from
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

/** Runs all actions; each dialog is closed and its input discarded before the next. */
export async function failOneByOne(
  page: Page,
  from: Page | Locator,
  actions: readonly FailingAction[],
): Promise<void> {
  const calls = new FailingCalls(page);
  await calls.watch();
  for (const action of actions) {
    await action.open(from, page);
    const dialog = page.getByRole('dialog', { name: action.dialog });
    await expectTopmost(dialog);
    await action.fill?.(dialog);
    await calls.expectMessageOver(dialog, action);
    if (action.where !== 'toast' && !action.stays) await leave(page, dialog);
  }
  await calls.end();
}

/** Closes the dialog with Esc and discards its input. */
export async function leave(page: Page, dialog: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await page.keyboard.press('Escape');
  await expect(async () =>
    expect((await dialog.count()) === 0 || (await question.count()) > 0).toBe(true),
  ).toPass();
  if ((await question.count()) > 0) await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Opens a dialog over which others open. */
export async function opened(
  page: Page,
  name: string | RegExp,
  open: (page: Page) => Promise<void>,
): Promise<Locator> {
  await open(page);
  const dialog = page.getByRole('dialog', { name });
  await expectTopmost(dialog);
  return dialog;
}
