import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';

const LABELS = {
  en: {
    consent: /I agree to use electronic records/,
    next: /^(Start|Next)$/,
    here: /^Sign here/,
    signature: 'Your signature',
    type: 'Type',
    use: 'Use this signature',
    finish: 'Sign and finish',
  },
  es: {
    consent: /Acepto usar documentos electrónicos/,
    next: /^(Empezar|Siguiente)$/,
    here: /^Firme aquí/,
    signature: 'Su firma',
    type: 'Escribir',
    use: 'Usar esta firma',
    finish: 'Firmar y terminar',
  },
} as const;

const MAX_FIELDS = 40;

/** Signs a document as a signer would. */
export class SigningScreen {
  readonly #where: Page | FrameLocator;
  readonly #labels: (typeof LABELS)[keyof typeof LABELS];

  constructor(where: Page | FrameLocator, language: keyof typeof LABELS) {
    this.#where = where;
    this.#labels = LABELS[language];
  }

  async consent(): Promise<void> {
    await this.#where.getByRole('checkbox', { name: this.#labels.consent }).check();
  }

  /** Types the name where the document asks for the signature. */
  async typeSignature(): Promise<void> {
    await this.#where.getByRole('button', { name: this.#labels.here }).first().click();
    const dialog = this.#dialog();
    await dialog.getByLabel(this.#labels.type, { exact: true }).check();
    await dialog.getByRole('button', { name: this.#labels.use }).click();
    await expect(dialog).toHaveCount(0);
  }

  /**
   * Goes from field to field with the button at the bottom, as on a phone, which shows one field at a time. Checks and
   * selects the choices and draws the signature.
   */
  async walk(page: Page, choices: Readonly<Record<string, true | string>>): Promise<void> {
    const left = new Set(Object.keys(choices));
    const field = this.#where.locator('#current-field');
    for (let count = 0; count < MAX_FIELDS; count += 1) {
      const next = this.#where.getByRole('button', { name: this.#labels.next });
      const finish = this.#where.getByRole('button', { name: this.#labels.finish });
      // One of the two buttons is there from the start; the field appears once the width of the pages is known.
      await expect(next.or(finish).first()).toBeVisible();
      if ((await next.count()) === 0) break;
      await next.click();
      await expect(field).toBeVisible();
      const label = (await this.#where.locator('label[for="current-field"]').innerText())
        .replace(/ \(.*\)$/, '')
        .trim();
      const choice = choices[label];
      if (choice === true) await field.check();
      else if (choice !== undefined) await field.selectOption(choice);
      else if (await field.evaluate((element) => element.tagName === 'BUTTON')) await this.#draw(page, field);
      left.delete(label);
    }
    expect([...left]).toEqual([]);
  }

  /** Consents, types the signature and finishes, with the keyboard alone. */
  async signWithKeys(page: Page): Promise<void> {
    const { consent, here, finish, use } = this.#labels;
    await tabTo(page, this.#where.getByRole('checkbox', { name: consent }));
    await page.keyboard.press('Space');
    await tabTo(page, this.#where.getByRole('button', { name: here }).first());
    await page.keyboard.press('Enter');
    const dialog = this.#dialog();
    await tabTo(page, dialog.getByRole('radio', { checked: true }));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, dialog.getByRole('button', { name: use }));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await tabTo(page, this.#where.getByRole('button', { name: finish }));
    await page.keyboard.press('Enter');
  }

  async finish(): Promise<void> {
    await this.#where.getByRole('button', { name: this.#labels.finish }).click();
  }

  async #draw(page: Page, button: Locator): Promise<void> {
    await button.click();
    const dialog = this.#dialog();
    const pad = dialog.locator('canvas');
    await expect(pad).toBeVisible();
    // The drawing library loads when the dialog opens; strokes before that are lost.
    await expect(async () => {
      const box = await pad.boundingBox();
      if (!box) throw new Error('the pad is not on the screen');
      const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
      await page.mouse.move(...at(0.2, 0.6));
      await page.mouse.down();
      await page.mouse.move(...at(0.4, 0.2), { steps: 5 });
      await page.mouse.move(...at(0.6, 0.8), { steps: 5 });
      await page.mouse.move(...at(0.8, 0.4), { steps: 5 });
      await page.mouse.up();
      await dialog.getByRole('button', { name: this.#labels.use }).click();
      await expect(dialog).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  }

  #dialog(): Locator {
    return this.#where.getByRole('dialog', { name: this.#labels.signature });
  }
}

const MAX_STOPS = 60;

/** Presses Tab until the target has the focus, also inside a frame. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () =>
    target.evaluate(
      (element) => element.ownerDocument.hasFocus() && element.ownerDocument.activeElement === element,
    );
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${target}`);
}
