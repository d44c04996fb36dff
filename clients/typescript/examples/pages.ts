import { CostBasisClient } from '../src/index.js';

const client = new CostBasisClient({
  baseUrl: 'http://localhost:3000',
  apiKey: process.env['COST_BASIS_KEY'] ?? '',
});

for await (const lot of client.iterate('listLots', {
  address: '0xde300000000000000000000000000000000a11ce',
  status: 'all',
}))
  process.stdout.write(`${lot.acquisition_date ?? 'unknown'} ${lot.symbol} ${lot.cost_basis}\n`);
