import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { transaction } from '../../../test/fakes/scripted-history-source';
import { rejectionOf } from '../../../test/support/rejection';
import { requesterOf } from '../../domain/jobs/requester';
import { parseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import type { Budget } from '../budget';
import { FRESH_MS } from './coverage';

const MINUTE = 60_000;
const ENV = { PARTIAL_BUDGET_MS: '200', ANONYMOUS_ORDERS_RPM: '5', ANONYMOUS_ORDERS_TOTAL_RPM: '12' };

/** Wallets that occur in no other request. */
let made = 0;
const strangers = (count: number): Address[] =>
  Array.from({ length: count }, () => parseAddress(`0x${(++made).toString(16).padStart(40, 'e')}`));

const from = (it: PipelineBench, network: string): Budget => ({
  ...it.whole(),
  requester: requesterOf({ kind: 'anonymous' }, network),
});

const refusal = (work: Promise<unknown>) => rejectionOf(work, AppError);

describe('reads ordered without a credential', () => {
  const bench = () => new PipelineBench(['ethereum'], ENV);

  it('cost one order per wallet, and a refused read orders nothing', async () => {
    const it = bench();
    const [subject, ...owned] = strangers(4);
    await it.histories.read(subject as Address, owned, from(it, 'a'));
    expect(it.jobs.ordered).toHaveLength(4);
    const [next, ...more] = strangers(3);
    const refused = await refusal(it.histories.read(next as Address, more, from(it, 'a')));
    expect(refused.code).toBe('RATE_LIMIT_EXCEEDED');
    expect(refused.details).toMatchObject({ limit: 5, window: 'minute', retry_after_seconds: 60 });
    expect(it.jobs.ordered).toHaveLength(4);
    it.clock.advance(MINUTE);
    await it.histories.read(next as Address, more, from(it, 'a'));
    expect(it.jobs.ordered).toHaveLength(7);
  });

  it('are allowed after a full minute when they cost more than the whole budget', async () => {
    const it = bench();
    const [first, second] = [strangers(9), strangers(9)];
    await it.histories.coveredTogether(first, from(it, 'a'));
    await refusal(it.histories.coveredTogether(second, from(it, 'a')));
    it.clock.advance(MINUTE);
    await it.histories.coveredTogether(second, from(it, 'a'));
    expect(it.jobs.ordered).toHaveLength(18);
  });

  it('share one budget over all networks', async () => {
    const it = bench();
    for (const network of ['a', 'b']) await it.histories.coveredTogether(strangers(5), from(it, network));
    const refused = await refusal(it.histories.coveredTogether(strangers(5), from(it, 'c')));
    expect(refused.details).toMatchObject({ limit: 12 });
    expect(it.jobs.ordered).toHaveLength(10);
  });

  it('do not limit callers with a credential', async () => {
    const it = bench();
    await it.histories.coveredTogether(strangers(5), from(it, 'a'));
    await it.histories.coveredTogether(strangers(40), { ...it.whole(), requester: 'user:u1' });
    expect(it.jobs.ordered).toHaveLength(45);
  });

  it('cost nothing for a stored history, which is answered as it is when the budget is used up', async () => {
    const it = bench();
    it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, 86_400_000, [{ in: 10n ** 18n }])]);
    await it.histories.read(WALLET, [], it.whole());
    await it.histories.coveredTogether(strangers(5), from(it, 'a'));
    await it.histories.read(WALLET, [], from(it, 'a'));
    it.clock.advance(FRESH_MS - 1);
    const before = it.jobs.ordered.length;
    it.clock.advance(1);
    await it.histories.coveredTogether(strangers(5), from(it, 'a'));
    const { syncStatus, valued } = await it.histories.read(WALLET, [], from(it, 'a'));
    expect(it.jobs.ordered).toHaveLength(before + 5);
    expect(valued.transactions).toHaveLength(1);
    expect(syncStatus.stale).toHaveLength(1);
  });

  it('cost nothing while a read of the wallet is active, and for bundled wallets', async () => {
    const it = bench();
    it.source.hang('ethereum');
    await it.histories.read(WALLET, [], { ...it.partial(), requester: 'user:u1' });
    it.bundled.addresses.add(SAVINGS.value);
    for (let i = 0; i < 10; i++)
      await it.histories.read(WALLET, [SAVINGS], {
        ...from(it, 'a'),
        ...it.partial(),
        requester: from(it, 'a').requester,
      });
    expect(it.jobs.ordered).toHaveLength(2);
    it.source.heal('ethereum');
    await it.jobs.idle();
  });
});
