import { isNative } from '../facts/assets';
import { is, type Facts } from '../facts/facts';
import { isUnclearDeposit, METHOD_KINDS, methodName } from '../facts/methods';
import { CROSS_SWAP_CALLS } from '../protocols/bridges';
import { bridgeOf, isMintedHere, onlyIns, onlyOuts, serviceCosts } from './patterns';
import { rule, type Rule } from './rule';

/** Polygon PoS: `withdraw` of a child token burns it. The units are released on Ethereum. */
const isChildTokenExit = (f: Facts): boolean =>
  f.tx.chain === 'polygon' &&
  onlyOuts(f) &&
  f.outs.every((leg) => leg.isBurn && !isNative(leg.asset) && leg.asset.contract === f.tx.to) &&
  is(f, 'withdrawal');

/** LayerZero: the token burns what is sent, and charges native coin for the message. */
const isSentByItself = (f: Facts): boolean =>
  f.isCaller &&
  f.outs.length === 2 &&
  onlyOuts(f) &&
  f.outs.some((leg) => isNative(leg.asset) && leg.counterparty === f.tx.to) &&
  f.outs.some((leg) => leg.isBurn && leg.asset.contract === f.tx.to) &&
  !is(f, 'withdrawal') &&
  !is(f, 'deposit');

/** `send` of a LayerZero token, or of the contract that locks a token of this chain for it. @source LayerZero, IOFT */
const OFT_SEND = '0xc7c7f5b3';
const isSentByAdapter = (f: Facts): boolean =>
  f.isCaller &&
  onlyOuts(f) &&
  f.tx.method.id?.toLowerCase() === OFT_SEND &&
  f.outs.filter((leg) => !isNative(leg.asset)).length === 1 &&
  f.outs.every((leg) => leg.isBurn || leg.counterparty === f.tx.to);

/**
 * Calls by which the oracles of CCIP deliver: `transmit` of OffRamp 1.5, `execute` of OffRamp 1.6. Their names are those of
 * many other calls.
 * @source Chainlink CCIP, EVM2EVMOffRamp and OffRamp
 */
const CCIP_DELIVERIES: ReadonlySet<string> = new Set(['0xb1dc65a4', '0xf58e03fc']);

/** The name of the outer call: a relayer delivers, and the wallet is no caller. */
const isDelivery = (f: Facts): boolean =>
  (!f.isCaller && CCIP_DELIVERIES.has(f.tx.method.id?.toLowerCase() ?? '')) ||
  f.methods.some((method) => METHOD_KINDS.arrival.test(method)) ||
  METHOD_KINDS.arrival.test(methodName(f.tx.method));

const isUnclear = (f: Facts): boolean => f.methods.some(isUnclearDeposit);

/** The network whose call it is, also of a router that is not listed. */
const crossSwapOf = (f: Facts): string | null =>
  f.methods.map((method) => CROSS_SWAP_CALLS[method]).find((name) => name !== undefined) ?? null;

/** Units that leave for another chain, or arrive from one. @source tax-rules 10.3; coverage.md 2.3 */
export const BRIDGE_RULES: readonly Rule[] = [
  rule('child-token-exit', isChildTokenExit, { type: 'bridge', protocol: 'Polygon PoS Bridge' }),
  rule(
    'sent-by-token',
    (f) => isSentByItself(f) || isSentByAdapter(f),
    (f) => ({
      type: 'bridge',
      protocol: 'LayerZero',
      costs: serviceCosts(f),
    }),
  ),
  rule(
    'bridge-out',
    (f) =>
      onlyOuts(f) &&
      (bridgeOf(f, f.outs) !== null ||
        (f.isCaller && is(f, 'bridge') && !is(f, 'plainTransfer') && !(isUnclear(f) && f.isReturnedLater))),
    (f) => ({
      type: 'bridge',
      protocol: bridgeOf(f, f.outs) ?? crossSwapOf(f),
      costs: serviceCosts(f),
      flags: isUnclear(f) && bridgeOf(f, f.outs) === null ? ['classification_uncertain'] : [],
    }),
  ),
  rule(
    'bridge-in',
    (f) => onlyIns(f) && (bridgeOf(f, f.ins) !== null || isDelivery(f) || isMintedHere(f)),
    (f) => ({ type: 'bridge', protocol: bridgeOf(f, f.ins) }),
  ),
];
