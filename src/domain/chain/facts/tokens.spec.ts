import { listedSymbol } from './assets';
import { TOKENS } from './tokens';
import { RWA_LIST } from '../../rwa';

const contracts = RWA_LIST.flatMap(({ symbol, contracts: chains }) =>
  Object.entries(chains).flatMap(([chain, list]) => list.map((contract) => ({ chain, contract, symbol }))),
);

it('a contract of a fund stands in the registry of funds alone', () => {
  const listed = TOKENS as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  expect(contracts.filter(({ chain, contract }) => listed[chain]?.[contract] !== undefined)).toEqual([]);
});

it('is listed under the symbol of the fund, or of its share class', () => {
  const names = contracts.map(({ chain, contract }) => listedSymbol(`${chain}:${contract}`));
  expect(names.filter((name, i) => name !== contracts[i]?.symbol)).toEqual(['BUIDL-I']);
});
