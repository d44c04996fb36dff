import { taxYearOf, type Issue, type Ledger, type TransactionResult } from '../../engine';
import type { PlanWindow } from '../../access/plan-window';
import { tokenKeyOf, type Asset } from '../../kernel/asset';
import { formatUnits, type Quantity } from '../../kernel/units';
import { choicesOf, heldCause, type UnmatchedTransfers } from '../../chain';
import type { WalletTransaction } from '../../chain/facts/wallet-transaction';
import { NO_HASH } from '../../overlays/manual-transactions';
import type { HeldUnits } from '../needs/held-units';
import { isUncertain, ruledIn, salesOf, shownEffect } from '../needs/unsettled';
import { lotsInNeed, type LotInNeed } from '../needs/needs-basis';
import { transactionsInNeed } from '../needs/needs-price';
import { openIssue, type OpenIssue } from './issue';

export interface KnownWallet {
  wallet: string;
  address: string;
  ledger: Ledger;
  /** Oldest first. */
  transactions: readonly WalletTransaction[];
  tokenKeys: ReadonlyMap<string, string>;
  results: ReadonlyMap<string, TransactionResult>;
  duplicates: readonly Issue[];
  held: readonly HeldUnits[];
  unmatched: readonly Pick<UnmatchedTransfers['listed'][number], 'tx' | 'leg'>[];
  balances: readonly { asset: Asset; computed: Quantity; onChain: Quantity }[];
  /** IANA name. */
  timezone: string;
  window: PlanWindow;
}

export function ledgerIssues(known: KnownWallet): OpenIssue[] {
  const { ledger, wallet, transactions, window } = known;
  const unpriced = transactionsInNeed(ledger, transactions);
  const priceless = new Set(unpriced.map(({ transaction }) => transaction.id));
  // A value of the transaction is the basis of its lots: the price stands for both.
  const unfounded = lotsInNeed(ledger, wallet, transactions).filter(
    ({ lot, reason }) => reason !== 'missing_price' || !priceless.has(lot.transactionId),
  );
  // The other end of a trade can have joined a transaction.
  const byId = new Map(transactions.map((tx) => [tx.id, tx]));
  const unknown = known.held.filter(({ cause, tx }) => cause === 'unknown_operation' && window.shows(tx.id));
  const named = new Set(unknown.map(({ tx }) => tx.id));
  const uncertainOnes = transactions.filter(
    (tx) => isUncertain(tx) && !named.has(tx.id) && window.shows(tx.id),
  );
  const ruled = uncertainOnes.length > 0 ? ruledIn(ledger) : new Set<string>();
  const doubted = uncertainOnes.flatMap(({ id, doubt }) => (doubt ? [id] : []));
  const sales = salesOf(ledger, new Set(doubted));
  const listed = new Set(unfounded.map(({ lot }) => arrival(lot.transactionId, lot.asset)));
  return [
    ...unfounded.filter(({ lot }) => window.showsLot(lot)).map((need) => missingBasis(need, known)),
    ...unpriced
      .filter(({ transaction }) => window.shows(transaction.id))
      .map(({ transaction, soldAt, effect, legs, fees }) => {
        const [units, ...more] = [...legs, ...fees];
        return openIssue(wallet, [transaction.id], {
          ...ofTransaction('missing_price', transaction, known),
          ...(units && more.length === 0 && ofUnits(units, known)),
          taxYears: yearsOf([transaction.at, ...soldAt], known),
          message: 'The value of this transaction is not known. Its disposals and income are in no total.',
          effect,
        });
      }),
    ...unknown.map(({ tx, leg }) => {
      const isIn = leg.direction === 'in';
      return openIssue(wallet, [tx.id, leg.direction, String(leg.index), leg.asset.id], {
        ...ofTransaction('unknown_operation', tx, known),
        ...ofUnits(leg, known),
        message: `Nobody has said what this operation was. ${isIn ? 'The basis of its units is not known.' : HELD}`,
        effect: leg.valueUsd,
        choices: choicesOf(tx),
      });
    }),
    ...uncertainOnes.map((tx) =>
      uncertain(tx, { soldAt: sales.get(tx.id) ?? [], isRuled: ruled.has(tx.id) }, known),
    ),
    ...known.unmatched
      .filter(
        ({ tx, leg }) =>
          window.shows(tx.id) && (leg.direction === 'out' || !listed.has(arrival(tx.id, leg.asset))),
      )
      .map(({ tx, leg }) => {
        const { direction, index, valueUsd: effect } = leg;
        const way = direction === 'in' ? 'came in' : 'went out';
        const held = heldCause(tx, leg) === null ? '' : ` ${HELD}`;
        const message = `These units ${way} without a known other end.${held}`;
        return openIssue(wallet, [tx.id, direction, String(index), leg.asset.id], {
          ...ofTransaction('unmatched_transfer', tx, known),
          ...ofUnits(leg, known),
          message,
          effect,
          choices: choicesOf(byId.get(tx.id) ?? tx),
        });
      }),
    ...duplicates(known),
    ...known.balances
      .filter(({ computed, onChain }) => computed !== onChain)
      .map((check) => balanceDifference(check, known)),
  ];
}

const HELD = 'They are held: it is no sale until you say so.';

const arrival = (transactionId: string, { id }: Asset): string => `${transactionId} ${id}`;

/** REASONS: why the basis of a lot is not known. */
const REASONS: Readonly<Record<LotInNeed['reason'], string>> = {
  unknown_source: 'The basis of these units is not known: they came from an unknown source.',
  missing_price: 'The basis of these units is not known: they have no price at their receipt.',
  unmatched_transfer: 'The basis of these units is not known: the other end of their transfer is missing.',
  oversold: 'More units left than came in: an earlier acquisition is missing.',
};

function missingBasis({ lot, reason, gainEffect, soldAt }: LotInNeed, known: KnownWallet): OpenIssue {
  const { id: lotId, asset, originalQuantity: quantity, receivedAt: at, transactionId, txHash } = lot;
  return openIssue(known.wallet, [lotId], {
    type: 'missing_basis',
    address: known.address,
    chain: asset.chain,
    ...ofUnits({ asset, quantity }, known),
    ...{ lotId, txHash, transactionId, at },
    taxYears: yearsOf(soldAt.length > 0 ? soldAt : [at], known),
    message: REASONS[reason],
    effect: gainEffect,
  });
}

/** DOUBTS: what is not plausible about a transaction that a rule classifies. */
const DOUBTS: Readonly<Record<NonNullable<WalletTransaction['doubt']>['reason'], string>> = {
  lopsided:
    'The market values of the two sides of this trade differ by more than one half: it may be a loan or a deposit.',
  income_like_principal:
    'This income is more than half of what the wallet paid to the same contract: it may be the return of a deposit.',
  receipt_stays: 'A deposit came back, and its receipt is still in the wallet.',
  vanished: 'Nothing came back from this deposit for more than a year.',
};

/**
 * Another classification can take all of the gain. Without a disposal the values of the transaction show the effect:
 * the basis of what came in rests on it.
 */
function uncertain(
  tx: WalletTransaction,
  { soldAt, isRuled }: { soldAt: readonly number[]; isRuled: boolean },
  known: KnownWallet,
): OpenIssue {
  const result = known.results.get(tx.id);
  const found = result?.valueStatus === 'known' ? result.gain : null;
  const gain = found !== null && found < 0n ? -found : found;
  const shown = tx.doubt !== undefined || !isRuled ? shownEffect(tx) : null;
  const [leg, ...more] = tx.legs;
  return openIssue(known.wallet, [tx.id], {
    ...ofTransaction('uncertain_classification', tx, known),
    taxYears: yearsOf([tx.at, ...soldAt], known),
    ...(leg && more.length === 0 && ofUnits(leg, known)),
    message:
      tx.type === 'unknown'
        ? 'No rule classifies this transaction.'
        : tx.doubt
          ? DOUBTS[tx.doubt.reason]
          : 'The classification of this transaction is not certain.',
    effect: gain === null || (shown !== null && shown > gain) ? shown : gain,
    choices: choicesOf(tx),
  });
}

/** A repeated row counts once. */
function duplicates(known: KnownWallet): OpenIssue[] {
  const { wallet, address, ledger, transactions, window } = known;
  if (known.duplicates.length === 0) return [];
  const ids = new Map(transactions.map(({ id, chain, hash }) => [`${chain} ${hash}`, id]));
  return known.duplicates.flatMap(({ assetId, chain, txHash, at, quantity }) => {
    const transactionId = ids.get(`${chain} ${txHash}`) ?? null;
    if (!window.showsLot({ transactionId: transactionId ?? '', receivedAt: at ?? -Infinity })) return [];
    const asset = assetId === null ? undefined : ledger.assets.get(assetId);
    return openIssue(wallet, [chain ?? '', txHash ?? '', assetId ?? '', String(at)], {
      type: 'duplicate_transaction',
      ...{ address, chain, txHash, transactionId, at },
      ...(asset && quantity !== null && ofUnits({ asset, quantity }, known)),
      taxYears: yearsOf(at === null ? [] : [at], known),
      message: 'This transaction is reported twice. It counts once.',
      effect: 0n,
    });
  });
}

function balanceDifference(
  { asset, computed, onChain }: KnownWallet['balances'][number],
  known: KnownWallet,
): OpenIssue {
  const quantity = computed > onChain ? computed - onChain : onChain - computed;
  const [own, stated] = [computed, onChain].map((units) => formatUnits(units, asset.decimals));
  return openIssue(known.wallet, [asset.id], {
    type: 'balance_difference',
    address: known.address,
    chain: asset.chain,
    ...ofUnits({ asset, quantity }, known),
    message: `The history gives a balance of ${own}, the chain states ${stated}: rows are missing, or count twice.`,
  });
}

const ofTransaction = <T extends OpenIssue['type']>(
  type: T,
  { id, hash, chain, at }: Pick<WalletTransaction, 'id' | 'hash' | 'chain' | 'at'>,
  known: KnownWallet,
) => ({
  type,
  address: known.address,
  chain,
  txHash: hash === NO_HASH ? null : hash,
  transactionId: id,
  at,
  taxYears: yearsOf([at], known),
});

const ofUnits = ({ asset, quantity }: { asset: Asset; quantity: Quantity }, { tokenKeys }: KnownWallet) => ({
  tokenKey: tokenKeyOf(tokenKeys, asset),
  symbol: asset.symbol,
  quantity: formatUnits(quantity, asset.decimals),
});

const yearsOf = (times: readonly number[], { timezone }: KnownWallet): number[] =>
  [...new Set(times.map((at) => taxYearOf(at, timezone)))].sort((a, b) => a - b);
