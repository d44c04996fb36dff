import type { Asset } from '../../../kernel/asset';
import { SLICE, type Sliced } from '../../../kernel/slices';
import { pow10 } from '../../../kernel/units';
import { isDebt, isListedAsset, isListedSymbol, isNative, isNft, liquidityRank } from '../../facts/assets';
import type { ChainTransaction } from '../../facts/chain-transaction';
import { isOwnCall } from '../../facts/facts';
import { isBurn } from '../../facts/known-contracts';
import { METHOD_KINDS, methodName } from '../../facts/methods';
import type { NetLeg } from '../../facts/net-legs';
import { BRIDGES } from '../../protocols/bridges';
import { DEPOSITS } from '../../protocols/deposits';
import { DISTRIBUTORS } from '../../protocols/distributors';
import { EXCHANGES } from '../../protocols/exchanges';
import { MARKETS } from '../../protocols/markets';
import { fold, suspiciousText } from './spam-text';

export interface NettedTransaction {
  tx: ChainTransaction;
  legs: NetLeg[];
}

/** Tokens known as spam under every name. Text patterns and heuristics find the others. */
const CURATED: ReadonlySet<string> = new Set([
  'ethereum:0x4af9ab04615cb91e2ee8cbedb43fb52ed205041b',
  'ethereum:0x2ff2b86c156583b1135c584fd940a1996fa4230b',
]);

interface Evidence {
  asset: Asset;
  isFlagged: boolean;
  isSolicited: boolean;
  /** The sender is a known counterparty of the wallet. */
  isFromFriend: boolean;
}

/** True for amounts that only attract attention: below 1 dollar coin, or a thousandth of a native coin. */
const isDust = (asset: Asset, quantity: bigint): boolean =>
  liquidityRank(asset) === 3
    ? quantity < pow10(asset.decimals)
    : isNative(asset) && quantity * 1000n < pow10(asset.decimals);

/**
 * Rates every unlisted token over a whole history. A token is never spam if it moved in a transaction that
 * the wallet sent itself, or against native coin or listed tokens: such a trade was deliberate.
 * @source providers.md 2.9, tax-rules 8.3
 */
export class SpamWatch {
  private readonly found = new Map<string, Evidence>();
  private readonly called = new Set<string>();
  private readonly friends: Set<string>;
  private readonly sent = new Map<string, Set<string>>();
  /** Unlisted tokens by who paid them and by symbol: a later transaction can make these known. */
  private readonly ofCounterparty = new Map<string, Set<Evidence>>();
  private readonly ofSymbol = new Map<string, Set<Evidence>>();

  constructor(owned: ReadonlySet<string>) {
    this.friends = new Set(owned);
  }

  /** Continues with the next transactions of the history, in slices. */
  *adding(history: readonly NettedTransaction[]): Sliced<void> {
    for (const [index, netted] of history.entries()) {
      if (index % SLICE === 0) yield;
      this.meetFriends(netted);
      this.noteSent(netted);
    }
    for (const [index, netted] of history.entries()) {
      if (index % SLICE === 0) yield;
      this.note(netted);
    }
  }

  /** @returns asset id -> the tier that decided, for spam only */
  *verdicts(): Sliced<Map<string, string>> {
    const verdicts = new Map<string, string>();
    let count = 0;
    for (const [id, evidence] of this.found) {
      if (count++ % SLICE === 0) yield;
      const tier = tierOf(evidence, this.called);
      if (tier) verdicts.set(id, tier);
    }
    return verdicts;
  }

  /** Counterparties that paid the wallet, or were paid by it, in genuine assets. */
  private meetFriends({ tx, legs }: NettedTransaction): void {
    for (const { asset, direction, counterparty, quantity } of legs) {
      if (counterparty === null || this.friends.has(counterparty) || isBurn(counterparty)) continue;
      if (!isListedAsset(asset) || isDust(asset, quantity)) continue;
      if (direction === 'out' && tx.from !== tx.wallet) continue;
      this.friends.add(counterparty);
      for (const evidence of this.ofCounterparty.get(counterparty) ?? []) evidence.isFromFriend = true;
    }
  }

  private noteSent({ tx, legs }: NettedTransaction): void {
    for (const { asset, direction } of legs) {
      if (direction !== 'out' || !isOwnCall(tx)) continue;
      const chains = this.sent.get(asset.symbol) ?? new Set();
      if (chains.has(asset.chain)) continue;
      this.sent.set(asset.symbol, chains.add(asset.chain));
      for (const evidence of this.ofSymbol.get(asset.symbol) ?? [])
        if (evidence.asset.chain !== asset.chain) evidence.isFromFriend = true;
    }
  }

  private note({ tx, legs }: NettedTransaction): void {
    if (isUse(tx)) this.called.add(tx.to);
    const isDeliberate = wasDeliberate(tx, legs);
    for (const leg of legs) {
      const { asset, counterparty } = leg;
      if (isListedAsset(asset)) continue;
      const evidence = evidenceOf(this.found, asset);
      evidence.isFlagged ||= tx.flags.includes('provider_spam');
      evidence.isSolicited ||= isDeliberate || leg.isInternal;
      evidence.isFromFriend ||= counterparty !== null && this.friends.has(counterparty);
      evidence.isFromFriend ||=
        isExpected(this.sent, leg) || METHOD_KINDS.arrival.test(methodName(tx.method));
      if (evidence.isFromFriend) continue;
      if (counterparty !== null) noteIn(this.ofCounterparty, counterparty, evidence);
      noteIn(this.ofSymbol, asset.symbol, evidence);
    }
  }
}

function noteIn(of: Map<string, Set<Evidence>>, name: string, evidence: Evidence): void {
  of.set(name, (of.get(name) ?? new Set()).add(evidence));
}

/** True when the wallet used the contract. An approval does not count: phishing asks for approvals. */
const isUse = (tx: ChainTransaction): tx is ChainTransaction & { to: string } =>
  tx.succeeded &&
  tx.from === tx.wallet &&
  tx.to !== null &&
  !METHOD_KINDS.approval.test(methodName(tx.method));

function evidenceOf(found: Map<string, Evidence>, asset: Asset): Evidence {
  let evidence = found.get(asset.id);
  if (!evidence) {
    evidence = { asset, isFlagged: false, isSolicited: false, isFromFriend: false };
    found.set(asset.id, evidence);
  }
  return evidence;
}

/** A counterfeit token can log any movement of itself, but none of a genuine asset: that needs the owner's consent. */
function wasDeliberate(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
  if (isOwnCall(tx) || isLiquidation(tx, legs)) return true;
  const genuine = legs.filter((leg) => isNative(leg.asset) || isListedAsset(leg.asset));
  if (genuine.some((leg) => leg.direction === 'out')) return true;
  return genuine.length > 0 && legs.some((leg) => leg.direction === 'out');
}

/** Another account settles a loan of the wallet. */
const isLiquidation = (tx: ChainTransaction, legs: readonly NetLeg[]): boolean =>
  legs.some((leg) => leg.direction === 'out') &&
  (METHOD_KINDS.liquidation.test(methodName(tx.method)) || legs.some((leg) => isDebt(leg.asset)));

/** Assets that the wallet sent itself: symbol -> chains that they left. */
export function symbolsSent(history: readonly NettedTransaction[]): Map<string, Set<string>> {
  const sent = new Map<string, Set<string>>();
  for (const { tx, legs } of history)
    for (const { asset, direction } of legs)
      if (direction === 'out' && isOwnCall(tx))
        sent.set(asset.symbol, (sent.get(asset.symbol) ?? new Set()).add(asset.chain));
  return sent;
}

const KNOWN = [BRIDGES, DEPOSITS, DISTRIBUTORS, EXCHANGES, MARKETS] as const;

/** True for units out of a known protocol, or with a symbol that the wallet sent away on another chain. */
export const isExpected = (
  sent: ReadonlyMap<string, Set<string>>,
  { asset, counterparty }: NetLeg,
): boolean =>
  KNOWN.some((table) => table.of(asset.chain, counterparty) !== null) ||
  [...(sent.get(asset.symbol) ?? [])].some((chain) => chain !== asset.chain);

function tierOf(
  { asset, isFlagged, isSolicited, isFromFriend }: Evidence,
  called: ReadonlySet<string>,
): string | null {
  if (isSolicited) return null;
  if (isFlagged) return 'provider';
  if (CURATED.has(asset.id)) return 'curated';
  if (asset.contract !== null && called.has(asset.contract)) return null;
  // The number of an NFT is not part of its name.
  const [symbol = ''] = asset.symbol.split('#');
  if (isListedSymbol(asset.chain, fold(symbol))) return 'impersonation';
  const text = suspiciousText(symbol, asset.name);
  if (text) return `text-${text}`;
  return isFromFriend ? null : 'unsolicited';
}

/** Number of earlier transfers that an imitation may copy. */
const RECENT = 3;
/** An echo of at most this many whole units imitates a payment. The chance of an accidental look-alike is 1 in 16^7. */
const ECHO_LIMIT = 10n;

/**
 * Finds transactions that only add a look-alike address to the list. Either nothing of value moved, or
 * genuine dust came from an address that shares its first 3 and last 4 hex digits with a known counterparty.
 * @source providers.md 2.9 (5)
 */
export class PoisoningWatch {
  private readonly recent: { counterparty: string; quantity: bigint; assetId: string }[] = [];
  private readonly known = new Map<string, Set<string>>();

  /** Call it once per transaction, in order. */
  isPoisoning({ tx, legs }: NettedTransaction): boolean {
    if (tx.from === tx.wallet) {
      for (const leg of legs) this.remember(leg);
      return false;
    }
    const found = legs.length > 0 && legs.every((leg) => this.isImitation(leg));
    if (!found) for (const leg of legs) this.remember(leg);
    return found;
  }

  private isImitation({ asset, direction, quantity, counterparty, isInternal }: NetLeg): boolean {
    if (direction !== 'in' || isInternal || counterparty === null) return false;
    const alikes = this.known.get(silhouette(counterparty));
    if (!alikes || alikes.has(counterparty)) return false;
    const isEcho = this.recent.some((r) => r.counterparty !== counterparty && near(r.quantity, quantity));
    return isEcho || quantity <= ECHO_LIMIT * pow10(asset.decimals);
  }

  private remember({ counterparty, quantity, asset }: NetLeg): void {
    if (counterparty === null || !counterparty.startsWith('0x')) return;
    const shape = silhouette(counterparty);
    const alikes = this.known.get(shape) ?? new Set();
    if (alikes.size === 0) alikes.add(counterparty);
    this.known.set(shape, alikes);
    this.recent.push({ counterparty, quantity, assetId: asset.id });
    if (this.recent.length > RECENT) this.recent.shift();
  }
}

const silhouette = (address: string): string => address.slice(2, 5) + address.slice(-4);
const near = (a: bigint, b: bigint): boolean => a - b <= 1n && b - a <= 1n;

/** Tiers that hide units that came unasked. The others hide imitations and advertisement. */
const UNASKED: ReadonlySet<string> = new Set(['unsolicited', 'provider']);
export const hidesUnasked = (tier: string | null): boolean => tier !== null && UNASKED.has(tier);

/** When each hidden asset first came: one price decides whether it has a market. @source coverage.md 2.13 */
export class FirstReceipts {
  private readonly seen = new Map<string, number>();

  /** Call it once per hidden transaction, in order of time. */
  of(tx: ChainTransaction, legs: readonly NetLeg[]): { assetId: string; symbol: string; at: number }[] {
    return legs
      .filter(({ asset, direction }) => direction === 'in' && !isNft(asset) && !asset.decimalsUnknown)
      .map(({ asset: { id, symbol } }) => {
        const at = this.seen.get(id) ?? tx.at;
        this.seen.set(id, at);
        return { assetId: id, symbol, at };
      });
  }
}
