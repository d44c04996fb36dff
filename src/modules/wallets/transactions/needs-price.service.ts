import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { taxYearOf } from '../../../domain/engine';
import type { Address } from '../../../domain/kernel/address';
import { CHAINS, isChainName } from '../../../domain/kernel/chain';
import { paginate } from '../../../domain/kernel/page';
import { formatMoney, formatUnits } from '../../../domain/kernel/units';
import type { Leg } from '../../../domain/chain';
import { NO_HASH } from '../../../domain/overlays/manual-transactions';
import { transactionsInNeed, type TransactionInNeed } from '../../../domain/portfolio/needs/needs-price';
import { tokenKeyOf } from '../../../domain/kernel/asset';
import { reply } from '../../../http/reply';
import type { RequestContext } from '../../../http/request-context';
import { taxRules } from '../../../pipeline/policies';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import { toLimit, toSyncStatus, toTime } from '../../../presenters/sync-status.presenter';
import { CallerLedgers } from '../caller-ledgers.service';
import type { NeedsPriceResponse, UnvaluedLegResponse } from './needs-price.shapes.dto';
import type { NeedsPriceQuery } from './transactions.dto';

/** Transactions of a wallet, as stored, whose value is not known. */
@Injectable()
export class NeedsPriceService {
  constructor(
    private readonly callerLedgers: CallerLedgers,
    private readonly config: Config,
  ) {}

  /** Largest possible effect on gains first. */
  async list(address: Address, query: NeedsPriceQuery, context: RequestContext) {
    const walletLedger = await this.callerLedgers.stored(address, query.owned_wallets, context);
    const window = windowOf(walletLedger, context.principal);
    const { chain, tax_year: year } = query;
    const { timezone } = taxRules(this.config, walletLedger.history.valued);
    const needs = transactionsInNeed(walletLedger.ledger, walletLedger.transactions).filter(
      ({ transaction }) =>
        window.shows(transaction.id) &&
        (chain === undefined || transaction.chain === chain) &&
        (year === undefined || taxYearOf(transaction.at, timezone) === year),
    );
    const page = paginate(needs, query.page, query.per_page);
    return reply(
      page.items.map((need) => toNeedsPrice(need, walletLedger.tokenKeys)),
      { pagination: page, meta: { ...toSyncStatus(walletLedger.history.syncStatus), ...toLimit(window) } },
    );
  }
}

function toNeedsPrice(
  { transaction, legs, fees, disposals, basis, proceeds, income, effect }: TransactionInNeed,
  tokenKeys: ReadonlyMap<string, string>,
): NeedsPriceResponse {
  const { id, hash, chain, at, type } = transaction;
  const toUnits = ({ direction, asset, quantity }: Leg): UnvaluedLegResponse => ({
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
const missing = (legs: readonly Leg[], fees: readonly Leg[]): NeedsPriceResponse['missing'] => [
  ...(legs.length > 0 || fees.length === 0 ? (['value_usd'] as const) : []),
  ...(fees.length > 0 ? (['fee_value_usd'] as const) : []),
];
