import type { EvmRows } from '../evm.schema';
import type { PortalBlock } from './portal.schema';
import type { PortalRows } from './portal.mapper';

/** Deposits from L1 of OP chains. They pay no gas, and mint what they bring. */
const DEPOSIT = 126;
const BLOBS = 3;

/**
 * True when the rows of each transaction explain by how much it changed the balance of the wallet. Transactions whose
 * fee is not stated in full are passed over.
 * @param chargesForData part of the fee is a data fee
 */
export function explainsBalance(
  wallet: string,
  block: PortalBlock,
  rows: PortalRows,
  chargesForData: boolean,
): boolean {
  return block.stateDiffs.every(({ transactionIndex, address, key, kind, prev, next }) => {
    if (address !== wallet || key !== 'balance' || kind === '=') return true;
    const one = block.transactions.find((transaction) => transaction.transactionIndex === transactionIndex);
    if (!one) return false;
    const isSender = one.from === wallet;
    if (isSender && (one.type === BLOBS || (chargesForData && one.type !== DEPOSIT && one.l1Fee === null)))
      return true;
    const price = one.effectiveGasPrice ?? one.gasPrice ?? 0n;
    const fee = isSender ? (one.gasUsed ?? 0n) * price + (one.l1Fee ?? 0n) : 0n;
    const hasFailed = (rows.txlist as EvmRows['txlist'][]).some(
      ({ hash, isError }) => hash === one.hash && isError === '1',
    );
    const isOwnDeposit = one.type === DEPOSIT && isSender && one.to === wallet;
    const own = hasFailed ? 0n : signed(wallet, one.from, isOwnDeposit, one.to ?? null, one.value ?? 0n);
    const inner = (rows.txlistinternal as EvmRows['txlistinternal'][])
      .filter(({ hash, isError }) => hash === one.hash && isError !== '1')
      .map(({ from, to, value }) => signed(wallet, from, false, to, BigInt(value)));
    const explained = inner.reduce((sum, change) => sum + change, own - fee);
    return explained === (amountOf(next) ?? 0n) - (amountOf(prev) ?? 0n);
  });
}

/** False where the wallet paid for a transaction whose fee is not stated: it would count as 0. */
export const statesFees = (wallet: string, { transactions }: PortalBlock): boolean =>
  transactions.every(
    ({ from, type, gasUsed, gasPrice, effectiveGasPrice }) =>
      from !== wallet || type === DEPOSIT || (gasUsed !== null && (effectiveGasPrice ?? gasPrice) !== null),
  );

const signed = (wallet: string, from: string, isMinted: boolean, to: string | null, value: bigint): bigint =>
  (to === wallet ? value : 0n) - (from === wallet && !isMinted ? value : 0n);

const amountOf = (hex: string | null | undefined): bigint | null =>
  hex && /^0x[0-9a-fA-F]{1,64}$/.test(hex) ? BigInt(hex) : null;
