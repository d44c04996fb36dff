import {
  ACCOUNT_KINDS,
  EXCHANGE_LISTS,
  type ExchangeAccountKind,
  type ExchangeListName,
} from '../../domain/exchanges';
import { IsBool, IsListOfValues, IsOneOf, IsText } from '../../http/validation/fields';
import { OptionalBody } from '../../http/validation/validation.pipe';

const SOURCES = ['api', 'csv'] as const;
const MOST_CHARACTERS = 4_096;

export class ConnectExchangeRequest {
  @IsText({ required: true, min: 1, max: 40, description: 'name of the exchange, for example `kraken`' })
  exchange!: string;

  @IsText({ max: 100 })
  label: string = '';

  @IsOneOf(SOURCES, {
    description: '`api`: read with an API key (default); `csv`: from files that the exchange exports',
  })
  source: (typeof SOURCES)[number] = 'api';

  @IsText({ min: 1, max: MOST_CHARACTERS, description: 'API key that can only read; required for `api`' })
  api_key?: string;

  @IsText({ min: 1, max: MOST_CHARACTERS, description: 'secret of the key; required for `api`' })
  api_secret?: string;

  @IsText({ min: 1, max: MOST_CHARACTERS, description: 'passphrase of the key, at exchanges that have one' })
  passphrase?: string;

  @IsText({ max: 100, description: 'account with files of this exchange that the key continues' })
  account_id?: string;
}

@OptionalBody()
export class SyncRequest {
  @IsBool({ description: 'read all lists from their beginning; default false' })
  full: boolean = false;
}

export class UpdateExchangeAccountRequest {
  @IsText({ max: 100 })
  label?: string;

  @IsOneOf(ACCOUNT_KINDS)
  kind?: ExchangeAccountKind;

  @IsListOfValues(EXCHANGE_LISTS, {
    description:
      'the lists in `refused_lists` of the sync status whose missing rows do not exist; replaces earlier ones',
  })
  empty_lists?: ExchangeListName[];
}

export class DisconnectQuery {
  @IsBool({ description: 'keep the imported history; default true' })
  keep_data: boolean = true;
}
