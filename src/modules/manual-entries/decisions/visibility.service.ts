import { Injectable } from '@nestjs/common';
import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { tradedAssets } from '../../../domain/chain';
import type { ManualEntry, TokenVisibility } from '../../../domain/overlays/manual-entry';
import type { WalletPartRequest } from '../../../http/validation/fields';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { EntryLedgers } from '../entry-ledgers.service';
import { invalid } from '../basis-parts';
import type { PreviewQuery } from '../manual-entries.dto';
import { toImpact } from '../../../presenters/transactions/impact.presenter';
import type { RemoveVisibilityQuery, VisibilityInput } from './decisions.dto';
import type { RemovedVisibilityResponse, VisibilityResponse } from './decisions.shapes.dto';

const KIND = 'token_visibility';

/** The owner decides which tokens are spam, whatever the rules decide. */
@Injectable()
export class VisibilityService {
  constructor(private readonly entryLedgers: EntryLedgers) {}

  /** Replaces an earlier decision. @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND, VALIDATION_ERROR */
  async set(
    { address, name: tokenKey, context }: WalletPartRequest,
    { is_spam: isSpam, note, owned_wallets: owned }: VisibilityInput,
    { preview }: PreviewQuery,
  ): Promise<VisibilityResponse> {
    const walletLedger = await this.entryLedgers.open(address, owned, context);
    const asset = tokenOf(walletLedger, tokenKey);
    if (isSpam) refuseGenuine(walletLedger, asset);
    const entry: TokenVisibility = {
      kind: KIND,
      wallet: address.value,
      chain: asset.chain,
      assetId: asset.id,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      isSpam,
    };
    const { impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      replaced: isAbout(entry),
    });
    const draft = this.entryLedgers.draft(entry, { given: address.given, note });
    if (!preview) await this.entryLedgers.replace([], [draft], context);
    return {
      entry_id: preview ? null : draft.id,
      address: address.given,
      token_key: entry.tokenKey,
      contract_address: asset.contract,
      is_spam: isSpam,
      was_spam: isHidden(walletLedger, asset),
      note,
      preview,
      impact: toImpact(impact),
    };
  }

  /** Accepts the former key of a token that disappeared. @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND */
  async remove(
    { address, name: tokenKey, context }: WalletPartRequest,
    { preview, owned_wallets: owned }: RemoveVisibilityQuery,
  ): Promise<RemovedVisibilityResponse> {
    const walletLedger = await this.entryLedgers.open(address, owned, context);
    const wanted = tokenKey.toLowerCase();
    const known = findToken(walletLedger, tokenKey);
    const entries = await this.entryLedgers.stored(KIND, address.value, context);
    const found =
      entries.find(({ entry }) => entry.assetId === known?.id) ??
      entries.find(({ entry }) => entry.tokenKey.toLowerCase() === wanted);
    if (!found) throw new AppError('RESOURCE_NOT_FOUND', { resource: KIND });
    const { impact } = await this.entryLedgers.supposing(walletLedger, [], context, {
      replaced: isAbout(found.entry),
    });
    if (!preview) await this.entryLedgers.replace([found.id], [], context);
    return {
      deleted: !preview,
      entry_id: found.id,
      token_key: found.entry.tokenKey,
      preview,
      impact: toImpact(impact),
    };
  }
}

const isAbout =
  ({ wallet, assetId }: TokenVisibility) =>
  (other: ManualEntry): boolean =>
    other.kind === KIND && other.wallet === wallet && other.assetId === assetId;

function tokenOf(walletLedger: ReadyWalletLedger, tokenKey: string): Asset {
  const asset = findToken(walletLedger, tokenKey);
  if (!asset) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'token' });
  return asset;
}

/** @param name token key, or `chain:contract`. An exact key comes before another letter case. */
function findToken({ transactions, tokenKeys }: ReadyWalletLedger, name: string): Asset | undefined {
  const assets = new Map<string, Asset>();
  for (const { legs, hidden = [] } of transactions)
    for (const asset of [...legs.map((leg) => leg.asset), ...hidden]) assets.set(asset.id, asset);
  const wanted = name.toLowerCase();
  const all = [...assets.values()];
  return (
    all.find(({ id }) => tokenKeys.get(id) === name) ??
    all.find(({ id }) => id === name || id.toLowerCase() === wanted) ??
    all.find(({ id }) => tokenKeys.get(id)?.toLowerCase() === wanted)
  );
}

const isHidden = ({ transactions }: ReadyWalletLedger, { id }: Asset): boolean =>
  transactions.some(
    ({ isSpam, legs, hidden = [] }) =>
      hidden.some((asset) => asset.id === id) || (isSpam && legs.some((leg) => leg.asset.id === id)),
  );

/** @throws AppError VALIDATION_ERROR */
function refuseGenuine({ transactions }: ReadyWalletLedger, asset: Asset): void {
  if (asset.contract === null) throw invalid('is_spam', 'The native coin of a chain is never spam');
  if (tradedAssets(transactions.map(({ legs }) => legs)).has(asset.id))
    throw invalid('is_spam', 'The wallet traded this token, and a traded token is never spam');
}
