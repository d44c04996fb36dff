import { listedSymbol } from '../../src/domain/normalise';
import { RWA_LIST } from '../../src/domain/rwa';

it('the registry and the list of known tokens agree on every contract', () => {
  for (const { symbol, contracts } of RWA_LIST)
    for (const [chain, list] of Object.entries(contracts))
      for (const contract of list)
        // The second share class of BUIDL is listed under its own name.
        expect([contract, listedSymbol(`${chain}:${contract}`)?.replace(/-I$/, '')]).toEqual([
          contract,
          symbol,
        ]);
});
