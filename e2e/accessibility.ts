import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/**
 * The screen, once it has loaded, holds nothing that axe calls serious. A look that falls into a change of the screen (a
 * button being enabled has two colours) is repeated; a real fault stays.
 */
export async function hasNoSeriousFault(page: Page, screen: string): Promise<void> {
  await expect(async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${screen} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }).toPass({ timeout: 120_000 });
}
