import { packRows } from '../../../common/row-batches';
import {
  checkedBody,
  refusalAsData,
  valueOfBody,
  type BodySettings,
  type InvalidBody,
} from '../../../http/body/body-in-thread';
import type { ComputeTask } from '../../../ports/work/compute';
import { BrokerFormRequest } from '../broker-forms.dto';
import { brokerRowOf, ownSaleOf } from './broker-rows';

export interface PostedFormInput {
  /** JSON. */
  body: Uint8Array;
  settings: BodySettings;
}

/** A form without its rows. */
export type FormHead = Pick<
  BrokerFormRequest,
  'tax_year' | 'broker' | 'account_id' | 'portfolio_id' | 'corrects'
>;

export interface PostedForm {
  head: FormHead;
  /** Packed: `BrokerRow`. Null when the body has none. */
  rows: Uint8Array[] | null;
  /** Packed: `OwnSale`. */
  ownSales: Uint8Array[];
}

export const headOf = ({
  tax_year,
  broker,
  account_id,
  portfolio_id,
  corrects,
}: BrokerFormRequest): FormHead => ({ tax_year, broker, account_id, portfolio_id, corrects });

/** The JSON of a form -> its rows. Each row is checked field by field, which takes a second for the largest form. */
export const task: ComputeTask<PostedFormInput, PostedForm | InvalidBody> = {
  name: 'read_broker_rows',
  file: __filename,
  run: ({ body, settings }) =>
    refusalAsData(async () => {
      const request = await checkedBody(valueOfBody(body, true), BrokerFormRequest, settings);
      return {
        head: headOf(request),
        rows: request.rows ? [...packRows(request.rows.map(brokerRowOf))] : null,
        ownSales: [...packRows((request.own_sales ?? []).map(ownSaleOf))],
      };
    }),
};
