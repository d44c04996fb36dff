import { isNft } from '../../facts/assets';
import { is, type Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { PAY_FEES_INSIDE, POSITION_MANAGERS } from '../../protocols/position-managers';
import { custodianOf, onlyIns, onlyOuts } from '../patterns';
import { rule, type Rule } from '../rule';

const managerOf = (f: Facts): string | null =>
  f.targets.map((to) => POSITION_MANAGERS.of(f.tx.chain, to)).find((name) => name !== null) ?? null;
/** Also of a manager that is not listed. */
const isManaged = (f: Facts): boolean => f.isOnPosition || managerOf(f) !== null;
const touchesPosition = (f: Facts): boolean => f.isCaller && (isManaged(f) || is(f, 'position'));
const onlyCollects = (f: Facts): boolean =>
  is(f, 'collectFees') && !is(f, 'position') && !f.isPositionPending;

const areNfts = (legs: readonly NetLeg[]): boolean =>
  legs.length > 0 && legs.every((leg) => isNft(leg.asset));
const areNoNfts = (legs: readonly NetLeg[]): boolean =>
  legs.length > 0 && legs.every((leg) => !isNft(leg.asset));

/** The NFT of a position or a lock is returned for what it holds. */
const closesPosition = (f: Facts): boolean =>
  areNoNfts(f.ins) &&
  areNfts(f.outs) &&
  (isManaged(f) || (custodianOf(f, f.outs) !== null && is(f, 'withdrawal')));

/** A withdrawal queue pays for its token. */
const paysClaim = (f: Facts): boolean =>
  f.isCaller &&
  f.ins.length === 1 &&
  areNoNfts(f.ins) &&
  areNfts(f.outs) &&
  f.outs.every((leg) => leg.isBurn) &&
  !isManaged(f) &&
  (is(f, 'requestPaid') ||
    f.methods.some((method) => /^(claim(tokens)?$|withdraw|unlock|burnredemption)/.test(method)));

/** The token of an empty position is destroyed. */
const burnsPosition = (f: Facts): boolean =>
  onlyOuts(f) && isManaged(f) && f.outs.every((leg) => isNft(leg.asset) && leg.isBurn);

/** The fees of V4 are paid inside every change of the position. */
const positionFlags = (f: Facts) =>
  is(f, 'position') && PAY_FEES_INSIDE.has(managerOf(f) ?? '') ? (['classification_uncertain'] as const) : [];

/** Without logs the fees of a position cannot be separated from its principal. */
const splitFlags = (f: Facts) => (f.isPositionExact ? [] : (['classification_uncertain'] as const));

const isOneToNfts = (f: Facts): boolean =>
  f.isCaller &&
  f.outs.length === 1 &&
  areNoNfts(f.outs) &&
  areNfts(f.ins) &&
  f.ins.every((leg) => leg.isMint) &&
  !isManaged(f);

/** A claim on a later payment is a token: withdrawal queues of staked coins. */
const getsClaim = (f: Facts): boolean =>
  isOneToNfts(f) &&
  f.methods.some((method) =>
    /^(request|queue|cooldown|initiate|create(withdraw|redeem|unstake)|enterredemption)/.test(method),
  );

/** A lock is a token. */
const getsLock = (f: Facts): boolean => isOneToNfts(f) && f.ins.length === 1 && is(f, 'deposit');

/** Positions of pools with concentrated liquidity. @source coverage.md 2.1 */
export const POSITION_RULES: readonly Rule[] = [
  rule(
    'position-opened',
    (f) =>
      isManaged(f) &&
      f.outs.length > 0 &&
      f.ins.length === 1 &&
      f.ins.every((leg) => leg.isMint && isNft(leg.asset)),
    (f) => ({ type: 'lp_add', protocol: managerOf(f), flags: [...positionFlags(f)] }),
  ),
  rule('claim-received', getsClaim, (f) => ({
    type: 'unstake',
    protocol: custodianOf(f, f.ins),
    flags: f.ins.length > 1 ? ['classification_uncertain'] : [],
  })),
  rule('lock-received', getsLock, (f) => ({ type: 'stake', protocol: custodianOf(f, f.outs) })),
  rule('claim-paid', paysClaim, (f) => ({ type: 'unstake', protocol: custodianOf(f, f.outs) })),
  rule('position-closed', closesPosition, (f) => ({
    type: 'lp_remove',
    protocol: managerOf(f) ?? custodianOf(f, f.outs),
    flags: isManaged(f) ? [...splitFlags(f)] : [],
  })),
  rule(
    'position-farmed',
    (f) => onlyOuts(f) && f.isCaller && f.isPositionFarmed && areNfts(f.outs),
    (f) => ({ type: 'stake', protocol: custodianOf(f, f.outs) }),
  ),
  rule('position-burned', burnsPosition, (f) => ({ type: 'lp_remove', protocol: managerOf(f) })),
  rule(
    'position-increased',
    // A position that is sent away is no increase, although its manager is called.
    (f) => onlyOuts(f) && areNoNfts(f.outs) && touchesPosition(f),
    (f) => ({
      type: 'lp_add',
      protocol: managerOf(f),
      flags: [...positionFlags(f)],
    }),
  ),
  rule(
    'position-fees',
    (f) => onlyIns(f) && touchesPosition(f) && onlyCollects(f),
    (f) => ({
      type: 'income',
      incomeType: 'other',
      protocol: managerOf(f),
    }),
  ),
  rule(
    'position-decreased',
    (f) => onlyIns(f) && touchesPosition(f),
    (f) => ({
      type: 'lp_remove',
      protocol: managerOf(f),
      flags: [...splitFlags(f)],
    }),
  ),
];
