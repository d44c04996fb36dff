import { type Asset, nativeAsset } from '../../kernel/asset';
import { isChainName } from '../../kernel/chain';
import { isLendingReceipt, isNative, isNft, isStakedForm, liquidityRank, looksLikeReceipt } from './assets';
import { isPositionShare } from './positions';

/** Symbols of the shares of a market maker. They do not show what the pool holds. */
const POOL_SYMBOL =
  /^(UNI-V\d|SLP|BPT|B-.*|Cake-LP|PGL|JLP|QLP|GLP|GM|UniswapV2|LP[- ].*|[vs]?AMM(V\d)?-.*|3Crv|.*CRV-f|crv[A-Z].*|[a-z0-9]+Crv|.*-BPT)$/;
const MARKET_MAKER = /\b(curve\.fi|uniswap|sushiswap|pancake|balancer|hop|amm)\b/i;
/** Names of the coins of market makers. */
const COIN_OF_MAKER =
  /^(uniswap|sushi ?swap|pancake ?swap|balancer|curve|hop)( dao| governance| protocol)?( token)?$/i;
/** `WETH/USDC` */
const PAIR = /\w\/\w/;
/** Words of the name of a pool. A pool of one asset has them too. */
const POOL_WORD = /\b(LPs?|liquidity|pools?)\b|[- ]LPT?$/i;
const RECEIPT_OF_SHARE = /gauge|vault|staked|staking|yearn|convex|aura|beefy|stake ?dao|deposit|farm/i;

/** Words of baskets and of leveraged products, and the rest of a pair. */
const BASKET = /\b(index|leverag\w*|\dx)\b|\//i;
/** Coins that products of several assets have in their names. */
const COMMON = /USD|DAI|EUR|ETH|BTC/;
/** A run of capitals: the coin in `aEthUSDC`, `gtWETH`, `UNI yVault`. */
const COIN = /[A-Z][A-Z0-9]{2,}/g;
/** Names of money alone are no coin: USDC and USDe are different assets. */
const MONEY = /^(USD|EUR)$/;

/** Coins in a symbol. A wrapped coin is the coin. */
const coinsIn = (symbol: string): string[] =>
  (symbol.match(COIN) ?? [])
    .filter((coin) => !MONEY.test(coin))
    .flatMap((coin) => (/^W[A-Z]{3}/.test(coin) ? [coin, coin.slice(1)] : [coin]));

const escaped = (text: string): string => text.replace(/[^\w ]/g, '\\$&');

/** What remains of a name without the words that stand for the asset. The same text: it does not name the asset. */
function without(text: string, { symbol, name }: Asset): string {
  const root = symbol.split('.')[0] ?? '';
  const held = coinsIn(symbol);
  let rest = name.length > 2 ? text.replace(new RegExp(`\\b${escaped(name)}\\b`, 'gi'), '') : text;
  if (root.length > 2) rest = rest.replaceAll(root, '');
  else if (rest.replace(/^[a-z0-9]+/, '') === root) rest = '';
  return rest.replace(COIN, (coin) => {
    if (MONEY.test(coin)) return coin;
    const part = held.find((one) => coin.includes(one));
    if (part !== undefined) return coin.replace(part, '');
    return held.some((one) => one.includes(coin)) ? '' : coin;
  });
}

/** True when symbol or name of a token contain those of the asset: gtWETH and WETH, Compound Uniswap and UNI. */
export const isNamedAfter = ({ symbol, name }: Asset, asset: Asset): boolean =>
  [symbol, name].some((text) => without(text, asset) !== text);

/** True when the token is named after other assets, beside this one or instead of it. */
const namesOthers = ({ symbol, name }: Asset, asset: Asset): boolean =>
  [name, symbol].some((text) => BASKET.test(without(text, asset))) || COMMON.test(without(symbol, asset));

/**
 * True for a share of a pool of several assets: an LP token or a concentrated position. The names of some pools of one
 * asset have the same words.
 */
export const isPoolShare = (asset: Asset): boolean =>
  isNft(asset)
    ? isPositionShare(asset)
    : !isStakedForm(asset) &&
      !COIN_OF_MAKER.test(asset.name) &&
      (POOL_SYMBOL.test(asset.symbol) ||
        POOL_WORD.test(asset.symbol) ||
        MARKET_MAKER.test(asset.name) ||
        PAIR.test(asset.name) ||
        POOL_WORD.test(asset.name));

const isOneAssetPool = (share: Asset, held: Asset): boolean =>
  !POOL_SYMBOL.test(share.symbol) &&
  !MARKET_MAKER.test(without(share.name, held)) &&
  isNamedAfter(share, held) &&
  !namesOthers(share, held);

/** True for what a staked coin stands for: the native coin, or a wrapped or staked form of it. */
export const isCoinOfStake = (asset: Asset): boolean =>
  isNative(asset) ||
  isNft(asset) ||
  isStakedForm(asset) ||
  liquidityRank(asset) === 2 ||
  (isChainName(asset.chain) && isNamedAfter(asset, nativeAsset(asset.chain)));

/** True for the receipt of a gauge, a farm or a vault. Its name often includes the name of the share. */
const isReceiptOfShare = ({ name, symbol }: Asset): boolean =>
  RECEIPT_OF_SHARE.test(name) || /^(yv|moo|cvx|aura|sd|[a-z0-9]*crv.*-gauge)/i.test(symbol);

/**
 * True when a token stands for one asset: a lending receipt, a share of a vault, a staked coin, the receipt of a gauge
 * or a farm. A share of a pool of several assets, a basket and an unrelated token do not.
 * @source tax-rules 10.5
 */
export function isReceiptOf(receipt: Asset, held: Asset): boolean {
  if (isNft(receipt) || isNft(held)) return !isPoolShare(receipt);
  if (isStakedForm(receipt)) return isCoinOfStake(held);
  if (isLendingReceipt(receipt)) return true;
  if (isPoolShare(held)) return !isPoolShare(receipt) || isReceiptOfShare(receipt);
  if (isPoolShare(receipt)) return isOneAssetPool(receipt, held);
  return !namesOthers(receipt, held) && (isNamedAfter(receipt, held) || looksLikeReceipt(receipt));
}
