import type { Address } from '../../../domain/kernel/address';
import { INCOME_TYPES, type IncomeType } from '../../../domain/engine';
import { STATED_TYPES, type StatedTypeName } from '../../../domain/chain';
import {
  IsBool,
  IsChain,
  IsObjectOf,
  IsOneOf,
  IsOwnedWallets,
  IsText,
  WalletPart,
} from '../../../http/validation/fields';
import { EntryInput, PreviewQuery } from '../manual-entries.dto';

export const TransactionOfWallet = () =>
  WalletPart(
    'transaction_id',
    'id or hash of the transaction',
    '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
  );
export const TokenOfWallet = () =>
  WalletPart('token_key', '`chain:symbol`, or `chain:contract`, percent-encoded', 'ethereum:UNI');

export class DecisionQuery extends PreviewQuery {
  @IsChain({ description: 'which of two transactions with the same hash' })
  chain?: string;
}

export class RemoveDecisionQuery extends DecisionQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}

const PAIR_STATUSES = ['confirmed', 'rejected'] as const;

export class PairingInput {
  @IsText({
    required: true,
    min: 1,
    max: 200,
    description: 'the transaction of the other end: its id, or its hash; of any wallet of the owner',
  })
  transaction_id!: string;

  @IsOneOf(PAIR_STATUSES, { required: true, description: 'whether both are the ends of one transfer' })
  status!: (typeof PAIR_STATUSES)[number];

  @IsText({
    min: 1,
    max: 300,
    description: '`chain:symbol` of either end, when the transactions moved several tokens',
  })
  token_key?: string;
}

export class ClassificationInput extends EntryInput {
  @IsOneOf(STATED_TYPES, { description: 'required without a pairing' })
  type?: StatedTypeName;

  @IsOneOf(INCOME_TYPES, { description: 'required for the type income, and only there' })
  income_type?: IncomeType;

  @IsObjectOf(() => PairingInput, { description: 'the other end of a transfer' })
  pairing?: PairingInput;
}

export class VisibilityInput extends EntryInput {
  @IsBool({ required: true, description: 'true hides the token and its receipts, false shows them' })
  is_spam!: boolean;
}

export class RemoveVisibilityQuery extends PreviewQuery {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}
