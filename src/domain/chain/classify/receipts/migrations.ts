import { isNative, isNft, isStakedForm, liquidityRank, looksLikeReceipt } from '../../facts/assets';
import type { Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { isPoolShare } from '../../facts/receipt-names';
import { mulDiv, pow10, toUnits } from '../../../kernel/units';
import { type Migration, MIGRATIONS } from '../../protocols/migrations';
import { oneToOne, onlyOuts } from '../patterns';
import { rule } from '../rule';

const RATE_DECIMALS = 24;
/** Contracts round, by far less than a part of this many. */
const EXACT = 1_000_000n;

const migrationOf = (f: Facts): Migration | undefined =>
  MIGRATIONS.find((known) => {
    const [got] = f.ins;
    if (f.ins.length !== 1 || got?.asset.id !== known.to) return false;
    if (f.outs.length === 0)
      return known.silent && f.isCaller && got.isMint && known.from === `${f.tx.chain}:${f.tx.to ?? ''}`;
    const [given] = f.outs;
    if (f.outs.length > 1 || given?.asset.id !== known.from) return false;
    if (known.by) return f.targets.includes(known.by);
    return known.rate
      ? isAtRate(given, got, toUnits(known.rate, RATE_DECIMALS))
      : given.quantity === got.quantity;
  });

function isAtRate(given: NetLeg, got: NetLeg, rate: bigint): boolean {
  const due = mulDiv(
    given.quantity * pow10(got.asset.decimals),
    rate,
    pow10(given.asset.decimals + RATE_DECIMALS),
  );
  const off = due > got.quantity ? due - got.quantity : got.quantity - due;
  return due > 0n && off * EXACT <= due + EXACT;
}

/** Calls that replace a token by its successor. */
const REPLACES = /^(migrate|unmigrate|upgrade|redenominat|swapold|upgradetoken)/;
/** Calls that also trade: their rate must be one that somebody fixed. */
const CONVERTS = /^(convert|redeem|exchange|redemption|mintnew|burnold)/;

/** Money, shares and receipts have rules of their own. */
const isToken = ({ asset }: NetLeg): boolean =>
  !isNative(asset) &&
  !isNft(asset) &&
  liquidityRank(asset) < 2 &&
  !looksLikeReceipt(asset) &&
  !isPoolShare(asset) &&
  !isStakedForm(asset);

/** A rate of at most six digits. What a market pays has as many as the token allows. */
function isFixedRate(given: NetLeg, got: NetLeg): boolean {
  const decimals = 40;
  const rate = mulDiv(
    got.quantity * pow10(given.asset.decimals),
    pow10(decimals),
    given.quantity * pow10(got.asset.decimals),
  );
  const digits = rate.toString().length - 6;
  if (digits <= 0) return false;
  const unit = pow10(digits);
  const rounded = ((rate + unit / 2n) / unit) * unit;
  const due = mulDiv(
    given.quantity * pow10(got.asset.decimals),
    rounded,
    pow10(given.asset.decimals + decimals),
  );
  const off = due > got.quantity ? due - got.quantity : got.quantity - due;
  return got.quantity > EXACT && off <= 2n;
}

/** The old token is destroyed or locked in the contract that is called, and the new one comes out of it. */
function replaces(f: Facts): boolean {
  const [[given], [got]] = [f.outs, f.ins];
  if (!f.isCaller || !oneToOne(f) || !given || !got || !isToken(given) || !isToken(got)) return false;
  const isLocked = given.isBurn || f.targets.includes(given.counterparty ?? '');
  const isIssued =
    got.isMint || f.targets.includes(got.counterparty ?? '') || got.counterparty === given.counterparty;
  if (!isLocked || !isIssued) return false;
  const isNamed = (names: RegExp): boolean => f.methods.some((method) => names.test(method));
  return isNamed(REPLACES) || (isNamed(CONVERTS) && isFixedRate(given, got));
}

/** @source tax-rules 10.7 */
export const MIGRATION_RULES = [
  rule(
    'migration',
    (f) => migrationOf(f) !== undefined,
    (f) => ({ type: 'wrap', protocol: migrationOf(f)?.name }),
  ),
  rule('migration-by-call', replaces, { type: 'wrap', flags: ['classification_uncertain'] }),
];

/** The old token is given now, and its successor arrives later or on another chain. */
export const MIGRATION_SENT = rule(
  'migration-sent',
  (f) =>
    f.isCaller &&
    onlyOuts(f) &&
    f.outs.length === 1 &&
    f.outs.every(isToken) &&
    f.methods.some((method) => REPLACES.test(method)),
  { type: 'bridge', flags: ['classification_uncertain'] },
);
