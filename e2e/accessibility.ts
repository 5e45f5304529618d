import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa'];

/** The rules about colors, which run in the dark theme as well. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * The loaded screen has no serious axe violation: all rules run in the light theme, the color rules in the dark theme too.
 * A check that runs while the screen is changing is repeated (a button being enabled has two colors); a real violation
 * remains.
 */
export async function expectNoAccessibilityViolations(page: Page, screen: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectNoViolations(page, `${screen}, light`, (axe) => axe.withTags(RULES));
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNoViolations(page, `${screen}, dark`, (axe) => axe.withRules(COLOR_RULES));
}

async function expectNoViolations(
  page: Page,
  screen: string,
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await expect(async () => {
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const { violations } = await choose(new AxeBuilder({ page }).setLegacyMode()).analyze();
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${screen} ${id}: ${nodes[0]?.html}`)).toEqual([]);
  }).toPass({ timeout: 120_000 });
}

/** The announcements that the browser's accessibility tree contains; none if an open dialog hides their region. */
export async function announcementsIn(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const region = nodes.find(({ role, name }) => role?.value === 'log' && name?.value === 'Announcements');
  if (!region || region.ignored) return [];
  const ids = new Set([region.nodeId]);
  for (const { nodeId, parentId } of nodes) if (parentId && ids.has(parentId)) ids.add(nodeId);
  return nodes
    .filter(({ nodeId, role }) => ids.has(nodeId) && role?.value === 'StaticText')
    .map(({ name }) => String(name?.value));
}
