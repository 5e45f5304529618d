import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from '../contract/src/rules.ts';

interface Line {
  description: string;
  quantity: string;
  price: string;
}

/** The invoice form on the screen. */
export class InvoiceForm {
  readonly dialog: Locator;

  constructor(page: Page, title: 'New Invoice' | 'Create Invoice' | 'Edit Invoice') {
    this.dialog = page.getByRole('dialog', { name: title });
  }

  /** Searches for the client by name, as an agent would. */
  async chooseClient(name: string): Promise<void> {
    await this.dialog.getByRole('searchbox', { name: 'Client' }).fill(name);
    await this.dialog
      .getByRole('list', { name: 'Clients found' })
      .getByRole('button', { name: new RegExp(name) })
      .click();
    await expect(this.dialog.getByRole('group', { name: 'Client' })).toContainText(name);
  }

  /** Fills in the line items; the form starts with one, the others are added. */
  async fillLines(lines: readonly Line[]): Promise<void> {
    for (const [index, { description, quantity, price }] of lines.entries()) {
      if (index > 0) await this.dialog.getByRole('button', { name: 'Add Line' }).click();
      const number = index + 1;
      await this.dialog.getByLabel(`Description of line ${number}`).fill(description);
      await this.dialog.getByLabel(`Quantity of line ${number}`).fill(quantity);
      await this.dialog.getByLabel(`Unit price of line ${number}`).fill(price);
    }
  }

  async chargeTax(): Promise<void> {
    await this.dialog.getByRole('switch', { name: 'Charge tax' }).check();
  }

  async chooseAccount(account: Account): Promise<void> {
    await this.dialog.getByRole('radio', { name: new RegExp(`^${account}`) }).check();
  }

  /** The form shows these totals. */
  async expectTotals(sums: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, amount] of Object.entries(sums)) {
      const term = this.dialog.getByRole('term').getByText(name, { exact: true });
      await expect(term.locator('xpath=following-sibling::dd')).toHaveText(amount);
    }
  }

  async submit(label: string): Promise<void> {
    await this.dialog.getByRole('button', { name: label, exact: true }).click();
  }
}

/** The row of the invoice list that a search for this title shows. */
export function invoiceRow(page: Page, title: string): Locator {
  return page.getByRole('row').filter({ hasText: title });
}
