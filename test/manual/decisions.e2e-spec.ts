import { DataSource } from 'typeorm';
import { dec } from '../../src/domain/kernel/decimal';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { priced } from '../journeys/chain';
import { onPlan } from '../portfolios/portfolio-client';
import { sendJson, startLocalUpstream, type LocalUpstream } from '../support/local-upstream';
import { OFFLINE } from '../support/offline';

const MAIN = '0xde300000000000000000000000000000000a11ce';
const VAULT = '0xde30000000000000000000000000000000005afe';
const NOBODY = '00000000-0000-4000-8000-000000000000';
/** Spam by the rules, with a market: half a dollar. */
const OOPS = 'ethereum:0xde3000000000000000000000000000000005ba05';
/** Fields that state when an answer was made. */
const MOMENTS = new Set(['generated_at', 'last_indexed_at', 'read_at', 'meta']);

interface Row {
  transaction_id: string;
  type: string;
  chain: string;
  flags: string[];
  is_spam: boolean;
  legs: { symbol: string; token_key: string; direction: string }[];
}

/** Every number that a user reads about the wallet. */
const SURFACES = [
  `/api/v1/wallets/${MAIN}/dashboard?owned_wallets=${VAULT}`,
  `/api/v1/wallets/${MAIN}/holdings?owned_wallets=${VAULT}`,
  `/api/v1/wallets/${MAIN}/transactions?include_spam=true&per_page=100&owned_wallets=${VAULT}`,
  `/api/v1/wallets/${MAIN}/lots?status=all&per_page=100&owned_wallets=${VAULT}`,
  `/api/v1/tax-reports/${MAIN}/form-8949?tax_year=2022&per_page=100&owned_wallets=${VAULT}`,
  `/api/v1/tax-reports/${MAIN}/form-8949?tax_year=2024&per_page=100&owned_wallets=${VAULT}`,
  `/api/v1/tax-reports/${MAIN}/schedule-1?tax_year=2021&owned_wallets=${VAULT}`,
  `/api/calculate/tax-summary/${MAIN}?owned_wallets=${VAULT}`,
  `/api/calculate/reconciliation/${MAIN}?owned_wallets=${VAULT}`,
] as const;

describe('a decision of the owner', () => {
  let app: TestApp;
  let prices: LocalUpstream;
  let ada: Account;
  let bob: Account;

  const ask = async (who: Account, path: string): Promise<Answer['body']> => {
    const answer = await call(app, 'GET', path, { token: who.token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  /** The books as text, without the times of the answers. */
  const books = async (who: Account): Promise<string> => {
    const answers: unknown[] = [];
    for (const path of SURFACES) answers.push(await ask(who, path));
    return JSON.stringify(answers, (key, value: unknown) => (MOMENTS.has(key) ? undefined : value), 1);
  };
  /** Over all wallets of the owner, as the impact is. */
  const realized = async (who: Account): Promise<string> => {
    const vault = `/api/v1/wallets/${VAULT}/dashboard?owned_wallets=${MAIN}`;
    const both = [await ask(who, SURFACES[0]), await ask(who, vault)];
    return both
      .reduce((sum, { data }) => sum.plus(data.tax_summary.total_realized_gl as string), dec(0))
      .toFixed();
  };
  const rows = async (who: Account): Promise<Row[]> => (await ask(who, SURFACES[2])).data;
  const rowOf = async (who: Account, symbol: string, direction: string, chain = 'ethereum'): Promise<Row> => {
    const found = (await rows(who)).find(
      (row) =>
        row.chain === chain &&
        row.legs.length === 1 &&
        row.legs.some((leg) => leg.symbol === symbol && leg.direction === direction),
    );
    if (!found) throw new Error(`no row with ${direction} ${symbol}`);
    return found;
  };
  const url = (id: string, address = MAIN) => `/api/v1/wallets/${address}/transactions/${id}/classification`;
  const tokenUrl = (key: string, address = MAIN) =>
    `/api/v1/wallets/${address}/tokens/${encodeURIComponent(key)}/visibility`;
  const put = (who: Account, path: string, body: object): Promise<Answer> =>
    call(app, 'PUT', path, { token: who.token, body: { ...body, owned_wallets: [VAULT] } });
  const drop = (who: Account, path: string): Promise<Answer> =>
    call(app, 'DELETE', `${path}${path.includes('?') ? '&' : '?'}owned_wallets=${VAULT}`, {
      token: who.token,
    });

  /**
   * Previews, decides, and removes: the preview equals what follows, and after the removal every answer is as it
   * was before.
   */
  const lifeOf = async (
    path: string,
    body: object,
    whileDecided: (answer: Answer['body']) => Promise<void>,
    /** A minute has six of these. */
    isReadAgain = true,
  ) => {
    const [before, others] = [await books(ada), await books(bob)];
    const preview = await put(ada, `${path}?preview=true`, body);
    expect([preview.status, preview.body.error]).toEqual([200, undefined]);
    expect(preview.body.data).toMatchObject({ preview: true, entry_id: null });
    expect(await books(ada)).toBe(before);
    const done = await put(ada, path, body);
    expect(done.status).toBe(200);
    const { entry_id: id, preview: isPreview, ...said } = done.body.data;
    expect([typeof id, isPreview]).toEqual(['string', false]);
    expect({ ...said, entry_id: null, preview: true }).toEqual(preview.body.data);
    expect(await realized(ada)).toBe(said.impact.realized_gl_after);
    const after = await books(ada);
    expect(after).not.toBe(before);
    await whileDecided(done.body.data);
    if (isReadAgain) {
      const clear = `/api/v1/wallets/${MAIN}/cache?scope=all`;
      expect((await call(app, 'DELETE', clear, { token: ada.token })).status).toBe(200);
      await ask(ada, `/api/v1/wallets/${MAIN}/cost-basis`);
    }
    expect(await books(ada)).toBe(after);
    expect(await books(bob)).toBe(others);
    const undo = await drop(ada, `${path}?preview=true`);
    expect(undo.body.data).toMatchObject({ deleted: false, preview: true });
    const removed = await drop(ada, path);
    expect(removed.body.data).toMatchObject({ deleted: true, impact: undo.body.data.impact });
    expect(removed.body.data.impact).toMatchObject({
      realized_gl_before: said.impact.realized_gl_after,
      realized_gl_after: said.impact.realized_gl_before,
    });
    expect(await books(ada)).toBe(before);
    expect(codeOf(await drop(ada, path))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  };

  beforeAll(async () => {
    prices = await startLocalUpstream((url, response) =>
      sendJson(
        response,
        priced(url, (coin) => (coin === OOPS ? 0.5 : null)),
      ),
    );
    app = await startApp({
      ...OFFLINE,
      DEFILLAMA_COINS_BASE_URL: prices.url,
      EVM_CHAINS: 'ethereum,base',
      DEMO_WALLETS: 'true',
    });
  });
  beforeEach(async () => {
    [ada, bob] = [await account(app), await account(app)];
    for (const who of [ada, bob]) await onPlan(app, who, 'defi');
    for (const address of [MAIN, VAULT])
      await ask(
        ada,
        `/api/v1/wallets/${address}/cost-basis?owned_wallets=${address === MAIN ? VAULT : MAIN}`,
      );
  });
  afterAll(async () => {
    await app?.close();
    await prices?.close();
  });

  describe('about the type of a transaction', () => {
    it('makes a gift of a spend, in every number of the user and in none of another', async () => {
      const rent = await rowOf(ada, 'DAI', 'out');
      await lifeOf(url(rent.transaction_id), { type: 'gift', note: 'for Bob' }, async (said) => {
        expect(said).toMatchObject({
          type: 'gift',
          note: 'for Bob',
          transaction_type_before: 'transfer_out',
          transaction_type_after: 'spend',
          impact: { years_affected: [2022] },
        });
        const { data } = await ask(ada, `/api/v1/wallets/${MAIN}/transactions/${rent.transaction_id}`);
        expect(data.disposals.filter(({ type }: { type: string }) => type !== 'fee')).toMatchObject([
          { type: 'gift', gain_loss: '0' },
        ]);
        expect(data.flags).toContain('manual');
        expect(data.flags).not.toContain('unmatched');
      });
    });

    it('makes income of units of unknown origin', async () => {
      const gift = await rowOf(ada, 'AAVE', 'in');
      const body = { type: 'income', income_type: 'interest' };
      await lifeOf(url(gift.transaction_id), body, async () => {
        const { data } = await ask(ada, SURFACES[6]);
        expect(JSON.stringify(data.rows)).toContain('"type":"interest"');
        const { data: need } = await ask(ada, `/api/v1/wallets/${MAIN}/lots/needs-basis?symbol=AAVE`);
        expect(need).toEqual([]);
      });
    });

    it('shows a transaction that the rules take for spam, and hides another', async () => {
      const spam = await rowOf(ada, 'OOPS', 'in');
      const body = { type: 'income', income_type: 'airdrop' };
      await lifeOf(url(spam.transaction_id), body, async (said) => {
        // Its price was fetched before the effect was computed.
        expect(said.impact.years_affected).toEqual([2023]);
        const row = (await rows(ada)).find(({ transaction_id: id }) => id === spam.transaction_id);
        expect(row).toMatchObject({ type: 'income', is_spam: false });
      });
      const gift = await rowOf(ada, 'AAVE', 'in');
      const hides = async (): Promise<void> => {
        const { data } = await ask(ada, SURFACES[1]);
        expect(JSON.stringify(data)).not.toContain('AAVE');
      };
      await lifeOf(url(gift.transaction_id), { type: 'spam' }, hides, false);
    });

    it.each([
      ['a swap of one leg', { type: 'swap' }, /swap needs units that left/],
      ['a gift of what came in', { type: 'gift' }, /gift needs units that left/],
      ['income without its type', { type: 'income' }, /income_type/],
      ['an income type without income', { type: 'buy', income_type: 'interest' }, /income_type/],
      ['nothing', { note: 'x' }, /type/],
      ['an unknown type', { type: 'present' }, /type/],
      ['an unknown field', { type: 'buy', typ: 'buy' }, /typ/],
      [
        'a pair of another type',
        { type: 'buy', pairing: { transaction_id: NOBODY, status: 'confirmed' } },
        /type/,
      ],
      ['a pair that is no object', { pairing: 'x' }, /pairing/],
    ])('refuses %s', async (_, body, message) => {
      const gift = await rowOf(ada, 'AAVE', 'in');
      const answer = await put(ada, url(gift.transaction_id), body);
      expect(codeOf(answer)).toEqual([400, 'VALIDATION_ERROR']);
      expect(JSON.stringify(answer.body.error)).toMatch(message);
    });

    it('refuses what is not there, a transaction without units, and every key', async () => {
      expect(codeOf(await put(ada, url(NOBODY), { type: 'buy' }))).toEqual([404, 'RESOURCE_NOT_FOUND']);
      const gift = await rowOf(ada, 'AAVE', 'in');
      const pairing = { transaction_id: NOBODY, status: 'confirmed' };
      expect(codeOf(await put(ada, url(gift.transaction_id), { pairing }))).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
      ]);
      const approval = (await rows(ada)).find(({ type }) => type === 'approve');
      expect(codeOf(await put(ada, url(approval?.transaction_id ?? ''), { type: 'spend' }))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
      const made = await call(app, 'POST', '/api/v1/api-keys', {
        token: ada.token,
        body: { name: 'k', permissions: ['write:portfolios', 'read:lots', 'read:transactions'] },
      });
      for (const path of [url(gift.transaction_id), tokenUrl('ethereum:AAVE')]) {
        const byKey = await fetch(app.url + path, {
          method: 'PUT',
          headers: { 'X-API-Key': made.body.data.key, 'Content-Type': 'application/json' },
          body: '{}',
        });
        expect(byKey.status).toBe(401);
      }
    });

    it('is replaced by the next one, and listed when its transaction is gone', async () => {
      const gift = await rowOf(ada, 'AAVE', 'in');
      const path = url(gift.transaction_id);
      await put(ada, path, { type: 'buy' });
      await put(ada, path, { type: 'income', income_type: 'airdrop' });
      await put(ada, `/api/v1/wallets/${MAIN}/transactions/${gift.transaction_id}/value`, { value_usd: '5' });
      const lost = async () => (await ask(ada, SURFACES[8])).lost_decisions;
      expect(await lost()).toEqual([]);
      const gone = '11111111-1111-4111-8111-111111111111';
      const database = app.app.get(DataSource);
      await database.query(
        `UPDATE manual_entries SET target = $2, body = replace(body::text, $1, $2)::jsonb
         WHERE user_id = $3 AND deactivated_at IS NULL`,
        [gift.transaction_id, gone, ada.id],
      );
      await database.query(
        `UPDATE manual_entries SET body = jsonb_set(body, '{entry,txHash}', '"0xgone"') WHERE user_id = $1`,
        [ada.id],
      );
      await database.query(`UPDATE overlay_versions SET version = version + 1 WHERE user_id = $1`, [ada.id]);
      expect(await lost()).toEqual([
        {
          kind: 'transaction_classification',
          transaction_id: gone,
          tx_hash: '0xgone',
          chain: 'ethereum',
          decision: { type: 'income', income_type: 'airdrop' },
        },
        {
          kind: 'transaction_value',
          transaction_id: gone,
          tx_hash: '0xgone',
          chain: 'ethereum',
          decision: { value_usd: '5' },
        },
      ]);
      expect((await drop(ada, url(gone))).status).toBe(200);
      expect((await drop(ada, `/api/v1/wallets/${MAIN}/transactions/${gone}/value`)).status).toBe(200);
      expect(await lost()).toEqual([]);
    });
  });

  describe('about the two ends of a transfer', () => {
    it('separates what the rules joined, and joins it again', async () => {
      const out = (await rows(ada)).find(({ type, chain }) => type === 'bridge' && chain === 'ethereum');
      const into = (await rows(ada)).find(({ type, chain }) => type === 'bridge' && chain === 'base');
      if (!out || !into) throw new Error('no bridge');
      const untracked = async () =>
        (await ask(ada, SURFACES[3])).data.filter(
          (lot: { chain: string; is_untracked: boolean }) => lot.chain === 'base' && lot.is_untracked,
        ).length;
      expect(await untracked()).toBe(0);
      const rejected = { pairing: { transaction_id: out.transaction_id, status: 'rejected' } };
      await lifeOf(url(into.transaction_id), rejected, async (said) => {
        expect(said.pairing).toMatchObject({
          status: 'rejected',
          out: {
            transaction_id: out.transaction_id,
            address: MAIN,
            token_key: 'ethereum:ETH',
            quantity: '0.3',
          },
          in: { transaction_id: into.transaction_id, token_key: 'base:ETH' },
        });
        expect(await untracked()).toBe(1);
      });
      const confirmed = { pairing: { transaction_id: into.transaction_id, status: 'confirmed' } };
      const before = await realized(ada);
      await put(ada, url(into.transaction_id), rejected);
      const joined = await put(ada, url(out.transaction_id), confirmed);
      expect(joined.body.data.pairing.status).toBe('confirmed');
      expect(await untracked()).toBe(0);
      expect(await realized(ada)).toBe(before);
      // Either end removes the decision.
      expect((await drop(ada, url(into.transaction_id))).status).toBe(200);
      expect(codeOf(await drop(ada, url(out.transaction_id)))).toEqual([404, 'RESOURCE_NOT_FOUND']);
    });

    it('refuses units that cannot be the ends of one transfer', async () => {
      const [rent, gift] = [await rowOf(ada, 'DAI', 'out'), await rowOf(ada, 'AAVE', 'in')];
      const pairing = { transaction_id: gift.transaction_id, status: 'confirmed' };
      const answer = await put(ada, url(rent.transaction_id), { pairing });
      expect(codeOf(answer)).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.body.error.message).toContain('the assets differ');
      const itself = { transaction_id: rent.transaction_id, status: 'confirmed' };
      expect(codeOf(await put(ada, url(rent.transaction_id), { pairing: itself }))).toEqual([
        400,
        'VALIDATION_ERROR',
      ]);
    });
  });

  describe('about a token', () => {
    it('finds what is hidden among the holdings, on request', async () => {
      const path = SURFACES[1];
      const [plain, all] = [await ask(ada, path), await ask(ada, `${path}&include_spam=true&per_page=100`)];
      const spam = all.data.filter(({ is_spam: isSpam }: Row) => isSpam);
      expect(spam).toContainEqual(
        expect.objectContaining({
          token_key: 'ethereum:OOPS',
          quantity: '777',
          current_value: '0',
          cost_basis: '0',
          current_price: null,
          lot_count: 0,
          price_missing: true,
        }),
      );
      expect(JSON.stringify(spam)).not.toContain('basis_pending');
      const genuine = all.data.filter(({ is_spam: isSpam }: Row) => !isSpam);
      expect(genuine).toEqual(plain.data.map((row: object) => ({ ...row, is_spam: false })));
      expect(all.pagination.total).toBe(plain.pagination.total + spam.length);
      // The spam token came in 2023.
      const then = await ask(ada, `${path}&include_spam=true&per_page=100&as_of=2021-06-30`);
      expect(JSON.stringify(then.data)).not.toContain('OOPS');
      // Entries without a value are the last, so that the second page of the genuine ones is of spam.
      const count = plain.data.length as number;
      const second = await ask(ada, `${path}&include_spam=true&per_page=${count}&page=2`);
      expect(second.data).toEqual(spam.slice(0, count));
      const shows = async () => {
        const { data } = await ask(ada, `${path}&include_spam=true&per_page=100`);
        expect(data).toContainEqual(
          expect.objectContaining({ token_key: 'ethereum:OOPS', quantity: '777', is_spam: false }),
        );
      };
      await lifeOf(tokenUrl('ethereum:OOPS'), { is_spam: false }, shows, false);
    });

    it('shows what the rules take for spam, with its lots', async () => {
      await lifeOf(tokenUrl('ethereum:OOPS'), { is_spam: false }, async (said) => {
        expect(said).toMatchObject({ token_key: 'ethereum:OOPS', is_spam: false, was_spam: true });
        const { data } = await ask(ada, SURFACES[3]);
        expect(data).toContainEqual(expect.objectContaining({ symbol: 'OOPS', quantity: '777' }));
        const { data: held } = await ask(ada, SURFACES[1]);
        expect(held.filter(({ symbol }: { symbol: string }) => symbol === 'OOPS')).toMatchObject([
          { quantity: '777', has_untracked: true },
        ]);
      });
    });

    it('hides a token, with its lots', async () => {
      await lifeOf(tokenUrl('ethereum:AAVE'), { is_spam: true }, async (said) => {
        expect(said).toMatchObject({ is_spam: true, was_spam: false });
        expect(JSON.stringify((await ask(ada, SURFACES[3])).data)).not.toContain('AAVE');
        expect(JSON.stringify((await ask(ada, SURFACES[1])).data)).not.toContain('AAVE');
      });
    });

    it('refuses traded tokens, the native coin, and tokens that the wallet does not know', async () => {
      const refused = async (key: string, isSpam: boolean) =>
        codeOf(await put(ada, tokenUrl(key), { is_spam: isSpam }));
      expect(await refused('ethereum:LINK', true)).toEqual([400, 'VALIDATION_ERROR']);
      expect(await refused('ethereum:ETH', true)).toEqual([400, 'VALIDATION_ERROR']);
      expect(await refused('ethereum:NONE', false)).toEqual([404, 'RESOURCE_NOT_FOUND']);
      expect(codeOf(await put(ada, tokenUrl('ethereum:AAVE'), {}))).toEqual([400, 'VALIDATION_ERROR']);
    });
  });
});
