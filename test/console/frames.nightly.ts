import type { CDPSession, Page } from 'playwright-core';
import { describeConsole, settled, visit } from './browser';

/** Prints the time to the first chart, and the frames of a table of 100,000 rows. */

const ROWS = 100_000;
const PER_PAGE = 100;
const MOST_ROWS = 200;
const SCROLLS = 5;
const GESTURE = { yDistance: -12_000, speed: 4_000 };
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline.frame'];
const TABLE = 'Transactions';

interface TraceEvent {
  name: string;
  ts: number;
  args?: { data?: { presentation_state?: string } };
}

const transaction = (i: number) => ({
  transaction_id: `t${i}`,
  tx_hash: `0x${i.toString(16).padStart(64, '0')}`,
  chain: 'bitcoin',
  timestamp: new Date(Date.UTC(2024, 0, 1) + i * 600_000).toISOString(),
  type: 'buy',
  income_type: null,
  status: 'confirmed',
  protocol: null,
  legs: [
    {
      direction: 'in',
      symbol: 'BTC',
      token_key: 'bitcoin:BTC',
      quantity: '0.01',
      value_usd: String(400 + (i % 100)),
      price_source: 'made up',
      counterparty: null,
      is_internal: false,
    },
  ],
  fee: null,
  gain_loss: String((i % 200) - 100),
  value_status: 'known',
  is_spam: false,
  flags: [],
});

/** Answers the list of transactions with made-up rows. */
async function giveRows(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/wallets\/[^/]+\/transactions\?/, (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page') ?? 1);
    const total_pages = ROWS / PER_PAGE;
    const pagination = {
      page: number,
      per_page: PER_PAGE,
      total: ROWS,
      total_pages,
      has_more: number < total_pages,
    };
    const data = Array.from({ length: PER_PAGE }, (_, i) => transaction((number - 1) * PER_PAGE + i));
    return route.fulfill({ json: { success: true, data, pagination, meta: {} } });
  });
}

/** Scrolls the table as a finger does. @returns seconds of the gesture */
async function scroll(cdp: CDPSession, page: Page): Promise<number> {
  const box = await page.getByRole('region', { name: TABLE }).boundingBox();
  if (!box) throw new Error('no table');
  const beganAt = performance.now();
  const place = { x: box.x + box.width / 2, y: box.y + Math.min(200, box.height / 2) };
  await cdp.send('Input.synthesizeScrollGesture', { ...place, ...GESTURE, gestureSourceType: 'mouse' });
  return (performance.now() - beganAt) / 1_000;
}

const print = (figures: object): boolean => process.stdout.write(`${JSON.stringify(figures)}\n`);

describeConsole('what a user waits for', (running) => {
  it.each(['A Bitcoin miner', 'Alice, savings vault', 'Alice, savings vault'])(
    'is the first chart of %s, from the click',
    async (name) => {
      const { page, faults } = await running().open();
      const link = page.getByRole('link', { name });
      await link.waitFor();
      const beganAt = performance.now();
      await link.click();
      await page.locator('.chart canvas').waitFor();
      print({ wallet: name, first_chart_ms: Math.round(performance.now() - beganAt) });
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );
});

describeConsole('a table of 100,000 rows', (running) => {
  it('keeps at most 200 of them in the document while it scrolls', async () => {
    const { browser, open } = running();
    const { page, faults } = await open();
    await giveRows(page);
    await page.getByRole('link', { name: 'A Bitcoin miner' }).click();
    await page.getByRole('heading', { name: 'Holdings' }).waitFor();
    await visit(page, 'Transactions');
    const more = page.getByRole('button', { name: 'Read more' });
    for (await settled(page); (await more.count()) > 0; await page.waitForTimeout(100))
      if (await more.isEnabled()) await more.click();
    const table = page.getByRole('region', { name: TABLE }).getByRole('table');
    expect(await table.getAttribute('aria-rowcount')).toBe(String(ROWS + 1));
    const cdp = await page.context().newCDPSession(page);
    await browser.startTracing(page, { categories: CATEGORIES });
    let seconds = 0;
    const rows: number[] = [];
    for (let i = 0; i < SCROLLS; i++) {
      seconds += await scroll(cdp, page);
      rows.push(await page.locator('tr').count());
    }
    const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    const count = (name: string) => trace.traceEvents.filter((event) => event.name === name).length;
    const [drawn, dropped] = [count('DrawFrame'), count('DroppedFrame')];
    print({
      rows: ROWS,
      in_document: Math.max(...rows),
      seconds: Number(seconds.toFixed(2)),
      drawn,
      dropped,
      frames_per_second: Number((drawn / seconds).toFixed(1)),
    });
    expect(Math.max(...rows)).toBeLessThanOrEqual(MOST_ROWS);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
