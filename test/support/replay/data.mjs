// Reads the recorded data of test/recorded/data.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { EvmData } from './evm-data.mjs';
import { BitcoinData } from './bitcoin.mjs';
import { SolanaData } from './solana.mjs';
import { recordingsOf } from './recordings.mjs';
import { Prices } from './prices.mjs';
import { Yields } from './yields.mjs';

export const DATA_DIR = fileURLToPath(new URL('../../recorded/data', import.meta.url));

/** Everything the server answers from; read before the first request, which would wait for it. */
export function loadData(dir = DATA_DIR) {
  const names = readdirSync(dir)
    .filter((file) => file.endsWith('.json.gz'))
    .map((file) => file.slice(0, -'.json.gz'.length))
    .sort();
  const read = (name) => JSON.parse(gunzipSync(readFileSync(join(dir, `${name}.json.gz`))).toString('utf8'));
  const recordings = recordingsOf(names, read);
  const evm = new EvmData(read('evm-wallets'));
  const bitcoin = new BitcoinData(read('bitcoin'));
  const solana = new SolanaData(read('solana'), read('answers-solana-rpc'));
  const prices = new Prices(read('daily-prices'));
  prices.contractSymbol = (chain, contract) => evm.tokens.get(`${chain}:${contract}`);
  const yields = new Yields(read('yield-pools'));
  const wallets = () => [...evm.wallets(), ...bitcoin.wallets(), ...solana.wallets()];
  return { recordings, evm, bitcoin, solana, prices, yields, wallets };
}
