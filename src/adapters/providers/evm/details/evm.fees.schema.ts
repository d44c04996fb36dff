import { z } from 'zod';

const wei = z.string().regex(/^\d{1,40}$/);
const weiOrNone = wei.nullish();

/** `fee` is the total. `l1_fee` is the data fee, present only for single transactions. Null when unknown. */
const feeItem = z
  .object({
    hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
    block_number: z.number().int().nullish(),
    fee: z.object({ value: weiOrNone }).nullish(),
    gas_used: weiOrNone,
    gas_price: weiOrNone,
    l1_fee: weiOrNone,
  })
  .transform(({ hash, block_number, fee, gas_used, gas_price, l1_fee }) => {
    const gas = gas_used && gas_price ? BigInt(gas_used) * BigInt(gas_price) : null;
    const rest = fee?.value && gas !== null ? BigInt(fee.value) - gas : null;
    return {
      hash: hash.toLowerCase(),
      block: block_number ?? null,
      /** Wei. Null: not stated. */
      dataFee: l1_fee ?? (rest !== null && rest >= 0n ? rest.toString() : null),
    };
  });

const positionPart = z.union([z.string(), z.number(), z.null()]).transform(String);

export const dataFeePage = z
  .object({
    items: z.array(feeItem),
    next_page_params: z.record(z.string(), positionPart).nullish(),
  })
  .transform(({ items, next_page_params }) => ({ items, next: next_page_params ?? null }));
export type DataFeePage = z.infer<typeof dataFeePage>;
