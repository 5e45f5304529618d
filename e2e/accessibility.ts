import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/** What of a screen depends on its colours, and so is looked at in the dark as well. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * The screen, once it has loaded, holds nothing that axe calls serious: all rules in light colours, those about colours
 * in dark ones too. A look that falls into a change of the screen (a button being enabled has two colours) is repeated; a
 * real fault stays.
 */
export async function expectNoAccessibilityViolations(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await finds(page, `${screen}, light`, (axe) => axe.withTags(RULES));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await finds(page, `${screen}, dark`, (axe) => axe.withRules(COLOUR_RULES));
}

async function finds(page: Page, screen: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await expect(async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${screen} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }).toPass({ timeout: 120_000 });
}
