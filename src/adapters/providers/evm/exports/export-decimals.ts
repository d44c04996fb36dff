import { listedSymbol } from '../../../../domain/chain';

const UNKNOWN_DECIMALS = 18;

/** Tokens without 18 decimals. Files state whole tokens only. @source the token contracts */
const CONTRACTS: Readonly<Record<number, string>> = {
  0: '0x0000000000004946c0e9f43f4dee607b0ef1fa1c',
  2: '0x056fd409e1d7a124bd7017459dfea2f387b6d5cd 0xdb25f211ab05b1c97d595516f45794528a807ad8',
  6: `0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48 0xdac17f958d2ee523a2206206994597c13d831ec7
    0x6c3ea9036406852006290770bedfcaba0e23a0e8 0x1abaea1f7c830bd89acc67ec4af516284b1bc33c
    0x9ba00d6856a4edf4665bca2c2309936572473b7e 0x98c23e9d8f34fefb1b7bd6a91b7ff122f4e16f5c
    0x23878914efe38d27c4d67ab83ed1b93a74d4086a 0xc3d688b66703497daa19211eedff47f25384cdc3`,
  8: `0x2260fac5e5542a773aa44fbcfedf7c193bc2c599 0xcbb7c0000ab88b473b1f5afd9ef808440eed33bf
    0x5ee5bf7ae06d1be5997a1a72006fe6c607ec6de8 0xaaaf91d9b90df800df4f55c205fd6989c977e73a`,
  9: `0x798d1be841a82a273720ce31c822c61a67a601c3 0xe0b7927c4af23765cb51314a0e0521a9645f0e2a
    0x04906695d6d12cf5459975d7c3c03356e4ccd460 0xd46ba6d942050d489dbd938a2c909a5d5039a161
    0xc5fb36dd2fb59d3b98deff88425a3f425ee469ed`,
};
const LISTED: ReadonlyMap<string, number> = new Map(
  Object.entries(CONTRACTS).flatMap(([decimals, text]) =>
    text.split(/\s+/).map((contract): [string, number] => [contract, Number(decimals)]),
  ),
);

/** Every receipt of Compound II has 8 decimals, whatever its asset has. */
const isCompoundReceipt = (contract: string): boolean =>
  /^c[A-Z]/.test(listedSymbol(`ethereum:${contract}`) ?? '');

export const decimalsInFiles = (contract: string): number =>
  LISTED.get(contract) ?? (isCompoundReceipt(contract) ? 8 : UNKNOWN_DECIMALS);
