import { CostBasisClient } from '../src/index.js';

const client = new CostBasisClient({
  baseUrl: 'http://localhost:3000',
  apiKey: process.env['COST_BASIS_KEY'] ?? '',
});

const address = '0xde300000000000000000000000000000000a11ce';
const { data, partial } = await client.listHoldings({ address, sort: 'value_desc' });
for (const { symbol, quantity, current_value } of data)
  process.stdout.write(`${symbol} ${quantity} ${current_value}\n`);
if (partial) process.stdout.write('The history is still being read.\n');
