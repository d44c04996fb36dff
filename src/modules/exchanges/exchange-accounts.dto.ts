import { ACCOUNT_KINDS, type ExchangeAccountKind } from '../../domain/exchanges';
import { IsBool, IsOneOf, IsText } from '../../http/validation/fields';

const SOURCES = ['csv'] as const;

export class ConnectExchangeRequest {
  @IsText({ required: true, min: 1, max: 40, description: 'name of the exchange, for example `kraken`' })
  exchange!: string;

  @IsText({ max: 100 })
  label: string = '';

  @IsOneOf(SOURCES, { required: true, description: '`csv`: from files that the exchange exports' })
  source!: (typeof SOURCES)[number];
}

export class UpdateExchangeAccountRequest {
  @IsText({ max: 100 })
  label?: string;

  @IsOneOf(ACCOUNT_KINDS)
  kind?: ExchangeAccountKind;
}

export class DisconnectQuery {
  @IsBool({ description: 'keep the imported history; default true' })
  keep_data: boolean = true;
}
