/** A sale as Koinly exports it. */
export const KOINLY = [
  'Capital gains report 2024',
  '',
  'Date Sold,Date Acquired,Asset,Amount,Cost (USD),Proceeds (USD),Gain / loss,Notes,Wallet Name,Holding period',
  '2024-03-15 10:00,2022-01-05 09:00,ETH,0.50000000,1500.00,1800.00,300.00,,Wallet,Long term',
  '2022-06-15 10:00,2022-01-05 09:00,ETH,0.10000000,300.00,110.00,-190.00,,Wallet,Short term',
  '',
].join('\n');
