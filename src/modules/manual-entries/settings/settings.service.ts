import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { userOf, type Principal } from '../../../domain/access/principal';
import { TAXPAYER, type SettingsEntry, type TaxSettings } from '../../../domain/overlays/manual-entry';
import { NO_SETTINGS, settingsIn } from '../../../domain/overlays/tax-settings';
import { CHAINS } from '../../../domain/kernel/chain';
import { taxRules } from '../../../pipeline/policies';
import { Clock } from '../../../ports/clock';
import { Overlays, type StoredEntry } from '../../../ports/storage/overlays';
import type { CollectibleNftInput, TaxSettingsInput } from './settings.dto';
import type { CollectibleNftResponse, TaxSettingsResponse } from './settings.shapes.dto';

@Injectable()
export class TaxSettingsService {
  constructor(
    private readonly overlays: Overlays,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  async get(principal: Principal): Promise<TaxSettingsResponse> {
    return this.shown(await this.stored(principal));
  }

  async update(principal: Principal, body: TaxSettingsInput): Promise<TaxSettingsResponse> {
    const stored = await this.stored(principal);
    const former = settingsIn(stored ? [stored.entry] : []);
    return this.replace(principal, {
      kind: 'tax_settings',
      wallet: TAXPAYER,
      timezone: body.timezone ?? former.timezone,
      gasPolicy: body.gas_policy ?? former.gasPolicy,
      wrapPolicy: body.wrap_policy ?? former.wrapPolicy,
      depositPolicy: body.deposit_policy ?? former.depositPolicy,
      filingStatus: body.filing_status ?? former.filingStatus,
      businessIncome: body.business_income ?? former.businessIncome,
      collectibleNfts: body.collectible_nfts?.map(assetIdOf) ?? former.collectibleNfts,
    });
  }

  reset(principal: Principal): Promise<TaxSettingsResponse> {
    return this.replace(principal, { kind: 'tax_settings', wallet: TAXPAYER, ...NO_SETTINGS });
  }

  private async replace(principal: Principal, entry: SettingsEntry): Promise<TaxSettingsResponse> {
    const createdAt = new Date(this.clock.now());
    const stored = { id: this.clock.newId(), entry, shown: {}, createdAt, deactivatedAt: null };
    await this.overlays.addEntry(userOf(principal), stored, true);
    return this.shown(stored);
  }

  private async stored(principal: Principal): Promise<StoredSettings | null> {
    const { entries } = await this.overlays.entries(
      userOf(principal).userId,
      { kind: 'tax_settings', address: TAXPAYER, includeInactive: false },
      { skip: 0, take: 1 },
    );
    return entries.find((stored): stored is StoredSettings => stored.entry.kind === 'tax_settings') ?? null;
  }

  private shown(stored: StoredSettings | null): TaxSettingsResponse {
    const entries = stored ? [stored.entry] : [];
    const rules = taxRules(this.config, { entries });
    return {
      timezone: rules.timezone,
      gas_policy: rules.gasPolicy,
      wrap_policy: rules.wrapPolicy,
      deposit_policy: rules.depositPolicy,
      filing_status: rules.filingStatus,
      business_income: [...rules.businessIncome],
      collectible_nfts: rules.collectibleNfts.map(toCollectibleNft),
      chosen: chosenIn(settingsIn(entries)),
      updated_at: stored?.createdAt.toISOString() ?? null,
    };
  }
}

/** As the ledger names an NFT. Without a number, the beginning of that name. */
const assetIdOf = ({ chain, contract_address: given, token_id: piece }: CollectibleNftInput): string => {
  const contract = CHAINS[chain].family === 'evm' ? given.toLowerCase() : given;
  return `${chain}:${contract}${piece === undefined ? '' : `#${piece}`}`;
};

const toCollectibleNft = (id: string): CollectibleNftResponse => {
  const [, chain = '', contract = '', piece] = /^([^:]*):([^#]*)(?:#(.*))?$/.exec(id) ?? [];
  return { chain, contract_address: contract, token_id: piece ?? null };
};

type StoredSettings = StoredEntry & { entry: SettingsEntry };

const chosenIn = (settings: TaxSettings): string[] =>
  Object.entries({
    timezone: settings.timezone,
    gas_policy: settings.gasPolicy,
    wrap_policy: settings.wrapPolicy,
    deposit_policy: settings.depositPolicy,
    filing_status: settings.filingStatus,
    business_income: settings.businessIncome.length > 0 ? settings.businessIncome : null,
    collectible_nfts: settings.collectibleNfts.length > 0 ? settings.collectibleNfts : null,
  }).flatMap(([name, value]) => (value === null ? [] : [name]));
