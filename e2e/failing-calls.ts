import { expect, type Locator, type Page, type Route } from '@playwright/test';
import { isTopmost } from './topmost.ts';

const REASON = 'It was refused for a test.';

/** How a dialog says that its call failed. */
interface Failure {
  /** Of the button that sends the call. */
  press: string;
  /** What sends it, where it is not the pressing of the button. */
  send?: (dialog: Locator) => Promise<void>;
  message: string | RegExp;
  /** In the dialog itself, in a message over it, or in a notice. */
  where: 'inside' | 'over' | 'notice';
  /** The button is called so afterwards, where that is another name; the cross of the dialog is not meant. */
  again?: string;
}

/** The server of a page on which every change can be made to fail; reading goes on. */
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
      ? route.fulfill({ status: 409, json: { success: false, message: REASON, code: 'conflict' } })
      : route.fallback();

  /** Lets calls fail while something is done. */
  async during(action: () => Promise<void>): Promise<void> {
    this.#isFailing = true;
    await action();
    this.#isFailing = false;
  }

  /**
   * Presses the button of an open dialog while its call fails: what is said lies over everything, its button works, and
   * the dialog can be used again.
   */
  async expectMessageOver(dialog: Locator, failure: Failure): Promise<void> {
    await isTopmost(dialog);
    await this.during(async () => {
      if (failure.send) await failure.send(dialog);
      else await dialog.getByRole('button', { name: failure.press, exact: true }).click();
      await this.#isAnswered(dialog, failure);
    });
  }

  /** Opens a dialog that sends its call by itself: it says that the call failed, and its button works. */
  async expectMessageAtOnce(dialog: Locator, open: () => Promise<void>, failure: Failure): Promise<void> {
    await this.during(async () => {
      await open();
      await this.#isAnswered(dialog, failure);
    });
  }

  async #isAnswered(dialog: Locator, { where, message: text, press, again = press }: Failure): Promise<void> {
    if (where === 'notice') return this.#closeToast(text);
    if (where === 'over') {
      const message = this.#page.getByRole('dialog', { name: text });
      await isTopmost(message);
      await message.getByRole('button', { name: 'OK', exact: true }).click();
      await expect(message).toHaveCount(0);
    } else {
      await isReadable(dialog.getByText(text).first());
      await expect(dialog.getByRole('button', { name: again, exact: true }).last()).toBeEnabled();
    }
    await isTopmost(dialog);
  }

  /** Its cross is pressed where it stands: nothing lies over it. */
  async #closeToast(text: string | RegExp): Promise<void> {
    const toast = this.#page.getByRole('alert').filter({ hasText: text });
    await toast.getByRole('button', { name: 'Close message' }).click();
    await expect(toast).toHaveCount(0);
  }
}

/** In sight, and nothing lies over it. */
async function isReadable(text: Locator): Promise<void> {
  await expect(text).toBeVisible();
  const lookedAt = () =>
    text.evaluate((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
  await expect.poll(lookedAt).toBe(true);
}

/** A dialog, how it is opened from the screen or from the dialog below it, and what it says when its call fails. */
interface FailingAction extends Failure {
  dialog: string | RegExp;
  open: (from: Page | Locator, page: Page) => Promise<void>;
  fill?: (dialog: Locator) => Promise<void>;
  /** It is the one that was open before, and stays so. */
  stays?: boolean;
}

export const button = (name: string | RegExp) => (from: Page | Locator) =>
  from
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click();

/** Through all of them; each is left, with what was typed, before the next. */
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
    await isTopmost(dialog);
    await action.fill?.(dialog);
    await calls.expectMessageOver(dialog, action);
    if (action.where !== 'notice' && !action.stays) await leave(page, dialog);
  }
  await calls.end();
}

/** With Esc, and without what was typed. */
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
  await isTopmost(dialog);
  return dialog;
}
