import { nativeAsset } from '../../src/domain/kernel/asset';
import { CHANNEL_CALLS } from '../../src/domain/chain';
import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';
import { asset, move, tx } from './chain-story';
import { ME, POOL, STRANGER, ZERO } from './parties';

/**
 * Flows of real protocols: contracts and calls are real, the wallet and the amounts are made up. The last
 * transaction of each story is the one asked about: rule | type | income type | protocol.
 */
export interface FlowStory {
  flow: string;
  expected: string;
  txs: ChainTransaction[];
}

const coin = { ...asset('TIME', 'ethereum', 'Time'), decimals: 9 };
const receipt = { ...asset('MEMO', 'ethereum', 'MEMOries'), decimals: 9 };
const stake = (method: string, to: string | null = POOL) => ({ method, to });
const bitcoin = nativeAsset('bitcoin');
const onBitcoin = { chain: 'bitcoin', to: STRANGER } as const;
const SUB = `${ME.slice(0, -2)}13`;
const promise = asset('ACME-DROP');

const note = { ...asset('DLPN#1'), name: 'NFTfi Promissory Note' };
const lent = () =>
  tx([move('-500 USDC', STRANGER), move('+1 DLPN#1', ZERO, 'nft', note)], { from: STRANGER });

/** Flows that are recognised by their shape: no contract of them is in a table. */
export const KIND_STORIES: readonly FlowStory[] = [
  {
    flow: '2.10 stake whose receipt is transferred',
    expected: 'receipt-transferred|stake||',
    txs: [
      tx([move('-1 TIME', POOL, 'token', coin), move('+1 MEMO', POOL, 'token', receipt)], stake('stake')),
    ],
  },
  {
    flow: '2.10 receipt of a stake that is claimed later',
    expected: 'receipt-claimed|stake||',
    txs: [
      tx([move('-1 TIME', POOL, 'token', coin)], stake('stake')),
      tx([move('+1 MEMO', POOL, 'token', receipt)], stake('claim')),
    ],
  },
  {
    flow: '2.10 stake whose receipt is given back',
    expected: 'receipt-returned|unstake||',
    txs: [
      tx(
        [move('-1.5 MEMO', POOL, 'token', receipt), move('+1.5 TIME', POOL, 'token', coin)],
        stake('unstake'),
      ),
    ],
  },
  {
    flow: '2.10 deposit that gives another token',
    expected: 'swap-by-deposit|swap||',
    txs: [tx([move('-1 UNI', POOL), move('+3 FOO', POOL)], stake('deposit'))],
  },
  {
    flow: '2.14 token that a call replaces',
    expected: 'migration-by-call|wrap||',
    txs: [tx([move('-1 OLD', ZERO), move('+3 NEW', POOL)], stake('migrate'))],
  },
  {
    flow: '2.14 token whose successor arrives elsewhere',
    expected: 'migration-sent|bridge||',
    txs: [tx([move('-1 OLD', POOL)], stake('upgrade'))],
  },
  {
    flow: '2.10 share that is burned for a later payment, beside a reward',
    expected: 'exit-with-reward|unstake||',
    txs: [tx([move('-1000 VOL', ZERO), move('+8 UNI', POOL)], stake('sellVoucher_new'))],
  },
  {
    flow: '2.11 claim of a token that stands for a later drop',
    expected: 'drop-promised|transfer_in||',
    txs: [tx([move('+50 ACME-DROP', ZERO)], stake('claimTokens', promise.contract))],
  },
  {
    flow: '2.11 drop that is paid for its claim',
    expected: 'drop-paid|income|airdrop|',
    txs: [
      tx(
        [move('-50 ACME-DROP', ZERO), move('+50 ACME', promise.contract)],
        stake('transfer', promise.contract),
      ),
    ],
  },
  {
    flow: '2.3 coins put into a channel',
    expected: 'channel-opened|internal_transfer||Lightning',
    txs: [tx([move('-1 BTC', STRANGER, 'utxo', bitcoin)], { ...onBitcoin, method: CHANNEL_CALLS.open })],
  },
  {
    flow: '2.3 channel that is closed',
    expected: 'channel-closed|internal_transfer||Lightning',
    txs: [
      tx([move('+1 BTC', STRANGER, 'utxo', bitcoin)], {
        ...{ ...onBitcoin, from: STRANGER, method: CHANNEL_CALLS.close },
      }),
    ],
  },
  {
    flow: '2.14 share of an outcome that did not come true',
    expected: 'outcome-lost|sell||',
    txs: [tx([move('-100 CTF#7', ZERO)], stake('redeemPositions'))],
  },
  {
    flow: '2.9 transfer to a sub-account',
    expected: 'to-sub-account|internal_transfer||',
    txs: [tx([move('-1 UNI', SUB)])],
  },
  {
    flow: '2.9 transfer from a sub-account',
    expected: 'from-sub-account|internal_transfer||',
    txs: [tx([move('-1 UNI', SUB)]), tx([move('+1 UNI', SUB)], stake('batch'))],
  },
  {
    flow: '2.8 call of which nothing is recorded',
    expected: 'unread|unknown||',
    txs: [tx([], { flags: ['history_incomplete'] })],
  },
  {
    flow: '2.9 loan that the wallet gives',
    expected: 'loan-given|stake||',
    txs: [lent()],
  },
  {
    flow: '2.9 loan that is paid back with interest',
    expected: 'loan-returned|unstake||',
    txs: [
      lent(),
      tx([move('+550 USDC', STRANGER), move('-1 DLPN#1', ZERO, 'nft', note)], { from: STRANGER }),
    ],
  },
  {
    flow: '2.9 collateral of a loan that is not paid back',
    expected: 'collateral-taken|swap||',
    txs: [lent(), tx([move('+1 APE#7', POOL), move('-1 DLPN#1', ZERO, 'nft', note)], { to: POOL })],
  },
];
