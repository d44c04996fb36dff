import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describeConsole, openDemoAccount, settled, show, visit, type View } from './browser';

/** Every screen at both widths, in both themes. With SCREENSHOTS the pictures of the docs. */

const SCREENS = [
  'Home',
  'Inbox',
  'Lots',
  'Transactions',
  'Taxes',
  'What if',
  'Portfolios',
  'Transfers',
  'Exchanges',
  'Account',
];
/** Those that are shown of all sources together. */
const OF_ALL = ['Home', 'Inbox', 'Transactions'];
const VIEWS: View[] = [
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
];
const PICTURES = join(__dirname, '../../docs/console');
/** PICTURED: the screens of each view that docs/console.md shows. */
const PICTURED: Readonly<Record<string, readonly string[]>> = {
  '1440-light': ['home', 'inbox', 'transactions', 'taxes', 'lots', 'transfers'],
  '390-dark': ['home', 'inbox', 'taxes'],
};
/** Sizes of text in pixels, as the variables of the style sheet. */
const SCALE = [13, 15, 18, 24];
const MOST_ROWS = 200;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Serious and critical findings only. The script is not part of the page: the policy of the page allows no other. */
async function findings(page: Page): Promise<string[]> {
  const found = await page.evaluate(
    `(() => { ${AXE}; return axe.run().then(({ violations }) => violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }))); })()`,
  );
  return (found as Finding[])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

interface Text {
  sizes: number[];
  /** Cells of numbers that are not right-aligned, or whose digits differ in width. */
  uneven: string[];
}

/** How the text of the page is set. */
const textOf = (page: Page): Promise<Text> =>
  page.evaluate<Text>(`(() => {
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    const shown = [...document.querySelectorAll('body *')].filter((element) => own(element) && element.getClientRects().length > 0);
    const sizes = new Set(shown.filter((element) => !element.closest('svg, option')).map((element) => parseFloat(getComputedStyle(element).fontSize)));
    const uneven = [...document.querySelectorAll('td.number')].filter((cell) => {
      const { textAlign, fontVariantNumeric } = getComputedStyle(cell);
      return !['right', 'end'].includes(textAlign) || !fontVariantNumeric.includes('tabular-nums');
    });
    return { sizes: [...sizes], uneven: uneven.map((cell) => cell.textContent) };
  })()`);

describeConsole('every screen of the console', (running) => {
  it.each(VIEWS)(
    'fits $width pixels in the $colorScheme theme, and can be read by everyone',
    async (view) => {
      const { page, faults } = await running().open(view);
      const picture = async (name: string): Promise<void> => {
        const key = `${view.width}-${view.colorScheme}`;
        if (process.env.SCREENSHOTS === undefined || !PICTURED[key]?.includes(name)) return;
        await page.screenshot({ path: join(PICTURES, `${name}-${key}.png`) });
      };
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await findings(page)).toEqual([]);
      await page.getByRole('link', { name: 'A Bitcoin miner' }).click();
      await openDemoAccount(page);
      const fits = async (screen: string): Promise<void> => {
        await visit(page, screen);
        await settled(page);
        expect([screen, await findings(page)]).toEqual([screen, []]);
        const wider = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([screen, wider]).toEqual([screen, 0]);
        expect(await page.locator('tr').count()).toBeLessThanOrEqual(MOST_ROWS);
        const { sizes, uneven } = await textOf(page);
        expect([screen, sizes.filter((size) => !SCALE.includes(size)), uneven]).toEqual([screen, [], []]);
      };
      for (const screen of SCREENS) {
        await fits(screen);
        if (!OF_ALL.includes(screen)) await picture(screen.toLowerCase());
      }
      await visit(page, 'Home');
      await show(page, 'All sources');
      for (const screen of [...OF_ALL, 'Taxes']) {
        await fits(screen);
        if (OF_ALL.includes(screen)) await picture(screen.toLowerCase());
      }
      await visit(page, 'Inbox');
      await page.getByRole('button', { name: 'Answer' }).first().click();
      await page.getByRole('heading', { name: 'Around it' }).waitFor();
      expect(['panel', await findings(page)]).toEqual(['panel', []]);
      await page.getByRole('button', { name: 'Close' }).click();
      await visit(page, 'Home');
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      expect(['dialog', await findings(page)]).toEqual(['dialog', []]);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('is operated by the keyboard alone', async () => {
    const { page, faults } = await running().open();
    const goTo = async (target: Locator): Promise<void> => {
      await target.waitFor();
      for (let i = 0; i < 80 && (await target.and(page.locator(':focus')).count()) === 0; i += 1)
        await page.keyboard.press('Tab');
      expect(await target.and(page.locator(':focus')).count()).toBe(1);
    };
    const press = async (target: Locator): Promise<void> => {
      await goTo(target);
      await page.keyboard.press('Enter');
    };
    await goTo(page.getByLabel('Address (EVM, Bitcoin or Solana)'));
    await page.keyboard.type('bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Gains and income by year' }).waitFor();
    await press(page.getByRole('button', { name: 'Open the demo account' }).first());
    await page.getByRole('button', { name: 'Log out' }).waitFor();
    await press(page.getByRole('navigation').getByRole('link', { name: 'Inbox' }));
    const issue = page.getByRole('listitem').filter({ hasText: 'Where did it come from?' });
    await press(issue.getByRole('button', { name: 'Answer' }));
    const panel = page.getByRole('region', { name: 'Question' });
    await goTo(panel.getByLabel('What you paid, USD'));
    await page.keyboard.type('150');
    await press(panel.getByRole('button', { name: 'Show the effect' }));
    await panel.locator('[data-test=change]').waitFor();
    await press(page.getByRole('button', { name: 'Confirm' }));
    await press(page.getByRole('button', { name: 'Undo' }));
    await issue.first().waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('states that a transfer is external, and takes it back', async () => {
    const { page, faults } = await running().open();
    await openDemoAccount(page);
    await visit(page, 'Transfers');
    const open = page.getByRole('listitem').filter({ hasText: '120 DAI' });
    await open.getByRole('button', { name: 'External', exact: true }).click();
    await open.getByLabel('What it was').selectOption('gift');
    await open.getByRole('button', { name: 'State as external' }).click();
    const stated = page.getByRole('listitem').filter({ hasText: 'Gift' });
    await stated.getByRole('button', { name: 'Undo' }).click();
    await open.getByRole('button', { name: 'External', exact: true }).waitFor();
    await stated.waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('hides every amount', async () => {
    const { page } = await running().open();
    await page.getByRole('link', { name: 'A Bitcoin miner' }).click();
    await page.getByRole('heading', { name: 'Gains and income by year' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Show the figures' }).click();
    await page.getByLabel('Hide amounts').check();
    expect(await page.locator('main').innerText()).not.toMatch(/\$\d/);
    await page.context().close();
  });
});
