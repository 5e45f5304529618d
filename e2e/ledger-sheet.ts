import { FIELD_NAMES, type FieldName, fieldNamed } from '@ledgerline/contract/clients/fields/catalog';
import { expect, type Locator, type Page } from '@playwright/test';

const MARKER_WIDTH = 60;
const HEADERS_HEIGHT = 56;
const ROW_HEIGHT = 32;
const GROUP_HEADER_HEIGHT = 24;

/**
 * The ledger with a few columns; the others are hidden. The sheet is a canvas: tests click the
 * pixels where its cells are, and read the hidden table that it renders for screen readers.
 */
export class LedgerSheet {
  readonly page: Page;
  readonly #fields: readonly FieldName[];

  constructor(page: Page, fields: readonly FieldName[]) {
    this.page = page;
    this.#fields = FIELD_NAMES.filter((name) => fields.includes(name));
  }

  /** Opens the sheet with the clients that match the search. */
  async open(q: string, rows: number): Promise<void> {
    const hidden = FIELD_NAMES.filter((name) => !this.#fields.includes(name));
    await this.page.addInitScript(
      (layout) => {
        if (!localStorage.getItem('ledger.columns')) localStorage.setItem('ledger.columns', layout);
      },
      JSON.stringify({ hidden, widths: {} }),
    );
    await this.page.goto(`/crm/ledger?q=${q}`);
    await this.hasRows(rows);
  }

  async hasRows(count: number): Promise<void> {
    await expect(this.page.getByRole('region', { name: 'Client Ledger' }).locator('table')).toHaveAttribute(
      'aria-rowcount',
      String(count + 1),
    );
  }

  /** A cell as screen readers read it. */
  cell(field: FieldName, row: number): Locator {
    return this.page.locator(`#glide-cell-${this.#fields.indexOf(field) + 1}-${row}`);
  }

  async reads(field: FieldName, texts: readonly string[]): Promise<void> {
    for (const [row, text] of texts.entries()) await expect(this.cell(field, row)).toHaveText(text);
  }

  async isSelected(field: FieldName, row: number): Promise<void> {
    await expect(this.cell(field, row)).toHaveAttribute('aria-selected', 'true');
  }

  /** The middle of a cell on the screen. */
  async centerOf(field: FieldName, row: number): Promise<{ x: number; y: number }> {
    const box = await this.#canvas.boundingBox();
    if (!box) throw new Error('the sheet is not on the screen');
    const at = this.#fields.indexOf(field);
    const before = this.#fields
      .slice(0, at)
      .reduce((sum, name) => sum + fieldNamed(name).width, MARKER_WIDTH);
    return {
      x: box.x + before + fieldNamed(field).width / 2,
      y: box.y + HEADERS_HEIGHT + (row + 0.5) * ROW_HEIGHT,
    };
  }

  /** Clicks a cell. */
  async select(field: FieldName, row: number): Promise<void> {
    const { x, y } = await this.centerOf(field, row);
    await this.page.mouse.click(x, y);
    await this.isSelected(field, row);
  }

  async selectRange(from: readonly [FieldName, number], to: readonly [FieldName, number]): Promise<void> {
    await this.select(...from);
    const { x, y } = await this.centerOf(...to);
    await this.page.keyboard.down('Shift');
    await this.page.mouse.click(x, y);
    await this.page.keyboard.up('Shift');
    await this.isSelected(...to);
  }

  async sortBy(field: FieldName): Promise<void> {
    const { x, y } = await this.centerOf(field, 0);
    await this.page.mouse.click(x - 20, y - ROW_HEIGHT);
  }

  /** Drags the square at the lower right corner of the selected cell. */
  async dragFill(from: readonly [FieldName, number], to: readonly [FieldName, number]): Promise<void> {
    await this.select(...from);
    const start = await this.centerOf(...from);
    const end = await this.centerOf(...to);
    const right = start.x + fieldNamed(from[0]).width / 2;
    await this.page.mouse.move(right - 3, start.y + ROW_HEIGHT / 2 - 3);
    await this.page.mouse.down();
    await this.page.mouse.move(right - 3, start.y + ROW_HEIGHT, { steps: 4 });
    await this.page.mouse.move(end.x, end.y, { steps: 8 });
    await this.page.mouse.up();
  }

  /** Drags the edge between a column and the next one. */
  async widen(field: FieldName, by: number): Promise<void> {
    const box = await this.#canvas.boundingBox();
    const { x } = await this.centerOf(field, 0);
    const edge = x + fieldNamed(field).width / 2 - 2;
    const y = (box?.y ?? 0) + GROUP_HEADER_HEIGHT + 16;
    // The cursor changes once the sheet has noticed the pointer on the edge; pressing earlier moves the column.
    await expect(async () => {
      await this.page.mouse.move(edge - 1, y);
      await this.page.mouse.move(edge, y);
      expect(
        await this.page.evaluate(
          ([at, down]) => {
            const under = document.elementFromPoint(at ?? 0, down ?? 0);
            return under ? getComputedStyle(under).cursor : null;
          },
          [edge, y],
        ),
      ).toBe('col-resize');
    }).toPass({ timeout: 60_000 });
    await this.page.mouse.down();
    await this.page.mouse.move(edge + by, y, { steps: 6 });
    await this.page.mouse.up();
  }

  /** Pastes rows of cells as from a spreadsheet. */
  async paste(rows: readonly (readonly string[])[]): Promise<void> {
    const text = rows.map((row) => row.join('\t')).join('\n');
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.page.keyboard.press('ControlOrMeta+V');
  }

  get indicator(): Locator {
    return this.page.locator('[data-indicator]');
  }

  /** All changes are saved. */
  async isSaved(): Promise<void> {
    await expect(this.indicator).toHaveText('');
  }

  get #canvas(): Locator {
    return this.page.getByTestId('data-grid-canvas');
  }
}

/** The calls that change data, in the order they were sent: `PUT /clients/7`. */
export function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !/^\/api\/(clients|ledger)/.test(pathname)) return;
    writes.push(`${request.method()} ${pathname.replace('/api', '')}`);
  });
  return writes;
}
