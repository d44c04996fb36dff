import { Injectable } from '@nestjs/common';
import type { Address } from '../../../domain/kernel/address';
import { CHAINS, isChainName } from '../../../domain/kernel/chain';
import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { transactionCap } from '../../../domain/access/plan-window';
import type { PriceNeed } from '../../../ports/storage/ledgers/needs';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { toLimit, toSyncStatus, toTime } from '../../../presenters/sync-status.presenter';
import { CallerLedgers } from '../caller-ledgers.service';
import type { NeedsPriceResponse, UnvaluedLegResponse } from './needs-price.shapes.dto';
import type { NeedsPriceQuery } from './transactions.dto';

/** Transactions of a wallet, as stored, whose value is not known. */
@Injectable()
export class NeedsPriceService {
  constructor(private readonly callerLedgers: CallerLedgers) {}

  /** Largest possible effect on gains first. */
  async list(address: Address, query: NeedsPriceQuery, context: RequestContext) {
    const reader = await this.callerLedgers.storedReader(address, query.owned_wallets, context);
    const cap = transactionCap(context.principal);
    const { chain, tax_year: taxYear, page: number, per_page: perPage } = query;
    const page = await reader.priceNeeds({ chain, taxYear }, cap, { page: number, perPage });
    const units = page.items.flatMap(({ legs, fees }) => [...legs, ...fees]);
    const tokenKeys = await reader.tokenKeys(units.map(({ asset }) => asset.id));
    return reply(
      page.items.map((need) => toNeedsPrice(need, tokenKeys)),
      {
        pagination: page,
        meta: { ...toSyncStatus(reader.syncStatus), ...toLimit(await reader.window(cap)) },
      },
    );
  }
}

function toNeedsPrice(
  { transaction, legs, fees, disposals, basis, proceeds, income, effect }: PriceNeed,
  tokenKeys: ReadonlyMap<string, string>,
): NeedsPriceResponse {
  const { id, hash, chain, at, type } = transaction;
  const toUnits = ({ direction, asset, quantity }: PriceNeed['legs'][number]): UnvaluedLegResponse => ({
    direction,
    token_key: tokenKeyOf(tokenKeys, asset),
    symbol: asset.symbol,
    quantity: formatUnits(quantity, asset.decimals),
  });
  const isOnChain = hash !== NO_HASH;
  return {
    transaction_id: id,
    tx_hash: isOnChain ? hash : null,
    chain,
    timestamp: toTime(at),
    type,
    missing: missing(legs, fees),
    legs: legs.map(toUnits),
    fees: fees.map(toUnits),
    excluded_count: disposals,
    excluded_basis: formatMoney(basis),
    excluded_proceeds: formatMoney(proceeds),
    income_excluded_count: income,
    max_gain_effect: formatMoney(effect),
    explorer_url: isOnChain && isChainName(chain) ? `${CHAINS[chain].explorer}/tx/${hash}` : null,
    value_status: 'missing',
  };
}

/** The fields of the value that settle the need. */
const missing = (legs: PriceNeed['legs'], fees: PriceNeed['fees']): NeedsPriceResponse['missing'] => [
  ...(legs.length > 0 || fees.length === 0 ? (['value_usd'] as const) : []),
  ...(fees.length > 0 ? (['fee_value_usd'] as const) : []),
];
