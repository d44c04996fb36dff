import type { Asset } from '../../../kernel/asset';
import { isListedAsset, isNative, isNft } from '../../facts/assets';
import type { Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { oneToOne, onlyIns } from '../patterns';
import { rule } from '../rule';

/** `FLT-DROP`, `Fluence Drop`, `ACME IOU`, `ACME Claim Token`. */
const PROMISE = /(^|[-_ ])(air)?drop$|\bIOU$|\bclaim(ing)? (token|right|receipt)s?$/i;

/** True for a token that stands for units which its contract pays later. */
const isPromise = (asset: Asset): boolean =>
  !isNative(asset) &&
  !isNft(asset) &&
  !isListedAsset(asset) &&
  (PROMISE.test(asset.symbol) || PROMISE.test(asset.name));

const isNamed = (f: Facts, { asset }: NetLeg): boolean => f.isPromise || isPromise(asset);

/** The contract that is called mints its own token to the caller. */
const isPromised = (f: Facts): boolean =>
  f.isCaller &&
  onlyIns(f) &&
  f.ins.every((leg) => leg.isMint && isNamed(f, leg) && f.targets.includes(leg.asset.contract ?? ''));

/** The token is destroyed for the units that it stands for. */
const isKept = (f: Facts): boolean =>
  f.isCaller &&
  oneToOne(f) &&
  f.outs.every((leg) => leg.isBurn && isNamed(f, leg)) &&
  f.ins.every(({ asset }) => !isPromise(asset) && !isNft(asset));

/**
 * A drop that is paid in two steps. The units are income when they come: until then the wallet has only a claim to them.
 * @source tax-rules 8.1
 */
export const PROMISE_RULES = [
  rule('drop-promised', isPromised, (f) => ({
    type: 'transfer_in',
    flags: f.isPromise ? ['untracked'] : ['untracked', 'classification_uncertain'],
  })),
  rule('drop-paid', isKept, { type: 'income', incomeType: 'airdrop', flags: ['burn'] }),
];
