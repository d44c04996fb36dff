import type { ChainName } from '../../src/domain/kernel/chain';
import type { ChainTransaction } from '../../src/domain/chain';
import { classifyHistory } from '../../src/domain/chain';
import { readData, rowsOf, type Table } from '../recorded/data';
import { tx } from './chain-story';
import { ME, STRANGER } from './parties';

interface Nasty {
  address: string;
  name: string;
  symbol: string;
  decimals: number;
  chain?: string;
}

const CHAINS: Record<string, ChainName> = {
  polygon_pos: 'polygon',
  base: 'base',
  arbitrum_one: 'arbitrum',
  gnosis: 'gnosis',
  optimism: 'optimism',
  binance_sc: 'bsc',
};

/** The token arrives in a transaction of another sender. */
const arrival = ({ address, name, symbol, decimals, chain = '' }: Nasty): ChainTransaction => {
  const on = CHAINS[chain] ?? 'ethereum';
  const contract = address.toLowerCase();
  const asset = { id: `${on}:${contract}`, chain: on, contract, symbol, name, decimals };
  return {
    ...tx([], { from: STRANGER, chain: on }),
    movements: [{ asset, from: contract, to: ME, quantity: 1000n, logIndex: 0, kind: 'token' }],
  };
};

describe('2,741 real spam tokens', () => {
  const nasties = rowsOf(readData<Table>('spam-tokens')) as unknown as Nasty[];

  it('are recognised when they arrive unasked for', () => {
    const seen = classifyHistory(nasties.map(arrival), { wallet: ME, owned: new Set([ME]) });
    const missed = seen.filter((t) => !t.isSpam).map((t) => t.legs[0]?.asset.symbol);
    expect(seen).toHaveLength(2_741);
    expect(missed).toEqual([]);
  });

  it('are recognised by text or name alone in most cases', () => {
    const seen = classifyHistory(nasties.map(arrival), { wallet: ME, owned: new Set([ME]) });
    const byText = seen.filter((t) => t.rule !== 'spam-unsolicited');
    expect(byText.length / nasties.length).toBeGreaterThan(0.7);
  });
});
