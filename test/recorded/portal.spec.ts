import { EvmHistorySource } from '../../src/adapters/providers/evm/evm.provider';
import { UpstreamClient } from '../../src/adapters/upstream/upstream-client';
import { loadConfig } from '../../src/config/env';
import { parseAddress } from '../../src/domain/kernel/address';
import type { RawRow } from '../../src/ports/upstream/history-source';
import { FakeClock } from '../fakes/fake-clock';
import { HastyClock } from '../fakes/hasty-clock';
import { startExplorer } from '../support/explorer';
import { blocksOfRows, startSqd } from '../support/sqd';
import { rowsOfWallet } from './data';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const LISTS = ['txlist', 'txlistinternal', 'tokentx'] as const;
type Row = Record<string, string>;

/** What a portal cannot know, or the recording does not have. */
const ADDED = ['input', 'methodId', 'functionName', 'isError', 'type', 'transactionIndex'];

it('reads the rows of a recorded wallet from a portal as an explorer lists them', async () => {
  const [explorer, sqd] = [await startExplorer(), await startSqd()];
  const upstream = new UpstreamClient({ clock: new HastyClock() });
  const lists = Object.fromEntries(LISTS.map((list) => [list, rowsOfWallet(WALLET, list) as Row[]]));
  const all = Object.values(lists).flat();
  Object.assign(explorer, { rows: lists });
  Object.assign(sqd, { blocks: blocksOfRows(lists), bytes: 50_000 });
  sqd.head = Math.max(...all.map((row) => Number(row.blockNumber))) + 100;
  for (const { contractAddress = '', tokenName = '', tokenSymbol = '', tokenDecimal } of lists.tokentx ?? [])
    sqd.tokens[contractAddress] ??= { name: tokenName, symbol: tokenSymbol, decimals: Number(tokenDecimal) };
  const read = async (over: Record<string, string>) => {
    const config = loadConfig({ EVM_CHAINS: 'ethereum', ROUTESCAN_BASE_URL: explorer.url, ...over });
    const source = new EvmHistorySource(config, new FakeClock(1_800_000_000_000), upstream);
    const rows: RawRow[] = [];
    const signal = new AbortController().signal;
    const wallet = parseAddress(WALLET);
    for await (const page of source.read('ethereum', wallet, null, signal)) rows.push(...page.rows);
    const moves = source
      .interpret('ethereum', wallet, rows)
      .map(({ hash, at, block, fee, succeeded, movements }) => ({
        ...{ hash, at, block, fee, succeeded },
        movements: movements.map(({ asset, kind, from, to, quantity }) => ({
          asset,
          kind,
          from,
          to,
          quantity,
        })),
      }));
    return { rows: new Map(rows.map((row) => [`${row.list} ${row.key}`, row])), moves };
  };
  try {
    const listed = await read({ SQD_BASE_URL: 'off', EVM_NODE_URL: 'off' });
    Object.assign(explorer, { rows: {}, intercept: () => false });
    await explorer.close();
    const streamed = await read(sqd.env);
    const bare = ({ body, keeps: _keeps, ...row }: RawRow) => ({
      ...row,
      body: Object.fromEntries(Object.entries(body).filter(([name]) => !ADDED.includes(name))),
    });
    const found = [...streamed.rows].map(([key, row]) => [key, bare(row)] as const);
    const wanted = [...listed.rows]
      .filter(([, { list, body }]) => list !== 'txlistinternal' || body.value !== '0')
      .map(([key, row]) => [key, bare(row)] as const);
    expect(new Map(found)).toEqual(new Map(wanted));
    expect(streamed.moves).toEqual(
      listed.moves.filter(({ hash }) => streamed.moves.some((one) => one.hash === hash)),
    );
  } finally {
    await upstream.close();
    await sqd.close();
  }
});
