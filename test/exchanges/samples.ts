import { LAYOUT_SAMPLES } from './layout-samples';
import type { Sample } from './sample';

export type { Sample } from './sample';

const csv = (...lines: string[]): string => `${lines.join('\n')}\n`;

const COINBASE_2024 = csv(
  '',
  'Transactions',
  'User,Ada Example,0f0f0f0f-0000-5000-8000-000000000001',
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
  'cb01,2024-01-05 10:00:00 UTC,Buy,BTC,0.05,USD,$40000.00,$2000.00,$2029.80,$29.80,Bought 0.05 BTC for 2029.80 USD',
  'cb02,2024-01-06 11:30:00 UTC,Deposit,USD,5000,USD,$1.00,$5000.00,$5000.00,$0.00,Deposit from bank',
  'cb03,2024-02-01 09:15:10 UTC,Advanced Trade Buy,ETH,1.5,USD,$2300.00,$3450.00,$3458.63,$8.63,Bought 1.5 ETH for 3450 USDC on ETH-USDC at 2300 USDC/ETH',
  'cb04,2024-03-01 00:00:00 UTC,Staking Income,ETH,0.0031,USD,$3300.00,$10.23,$10.23,$0.00,',
  'cb05,2024-03-09 12:00:00 UTC,Convert,ETH,-0.5,USD,$3900.00,$1950.00,$1931.00,$19.00,Converted 0.5 ETH to 0.0281 BTC',
  'cb06,2024-04-02 08:00:00 UTC,Send,BTC,-0.0201,USD,$66000.00,-$1326.60,-$1326.60,$0.00,Sent 0.0201 BTC to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'cb07,2024-05-20 14:00:00 UTC,Sell,ETH,-0.4,USD,"$3,100.00","$1,240.00","$1,221.52",$18.48,Sold 0.4 ETH for 1221.52 USD',
  'cb08,2024-06-01 00:00:00 UTC,Asset Teleport,XRP,12,USD,$0.50,$6.00,$6.00,$0.00,',
  'cb09,2024-06-02 00:00:00 UTC,Buy,BTC,0,USD,$0.00,$0.00,$0.00,$0.00,',
);

const COINBASE_2022 = csv(
  'You can use this transaction report to inform your likely tax obligations.',
  '',
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
  '2022-02-02T10:00:00Z,Buy,ETH,0.5,USD,2700.00,1350.00,1370.00,20.00,Bought 0.5000 ETH for $1370.00 USD',
  '2022-02-03T10:00:00Z,Rewards Income,ATOM,0.25,USD,28.00,7.00,7.00,0.00,Received 0.25 ATOM from Coinbase Rewards',
  '2022-02-04T10:00:00Z,Receive,BTC,0.01,USD,37000.00,370.00,370.00,0.00,Received 0.01 BTC from an external account',
  '2022-03-04T10:00:00Z,Learning Reward,GRT,8.5,USD,0.40,3.40,3.40,0.00,Received 8.5 GRT from Coinbase as a learning reward',
);

const COINBASE_2021 = csv(
  'Transactions',
  'Timestamp,Transaction Type,Asset,Quantity Transacted,Spot Price Currency,Spot Price at Transaction,Subtotal,Total (inclusive of fees),Fees,Notes',
  '2021-04-01T00:00:01Z,Buy,LTC,2,USD,190.00,380.00,385.70,5.70,Bought 2 LTC for $385.70 USD',
  '2021-04-09T00:00:01Z,Convert,LTC,1,USD,230.00,230.00,226.55,3.45,"Converted 1 LTC to 226.550000 USDC"',
  '2021-05-01T00:00:01Z,Send,USDC,100,USD,1.00,"","","",Sent 100 USDC to 0x00000000000000000000000000000000000000b2',
);

const COINBASE_2020 = csv(
  'Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD Subtotal,USD Total (inclusive of fees),USD Fees,Notes',
  '2020-06-01T01:02:03Z,Buy,BTC,0.02,9500.00,190.00,192.99,2.99,Bought',
  '2020-06-05T01:02:03Z,Coinbase Earn,COMP,0.02,150.00,3.00,,,Received from Coinbase Earn',
  '2020-07-01T01:02:03Z,Sell,BTC,0.005,9200.00,46.00,44.51,1.49,Sold',
);

const COINBASE_2018 = csv(
  'Timestamp,Transaction Type,Asset,Quantity Transacted,USD Spot Price at Transaction,USD Amount Transacted (Inclusive of Coinbase Fees),Address,Notes',
  '11/05/2018,Buy,ETH,1,200.00,202.99,,Bought 1 ETH',
  '12/05/2018,Send,ETH,0.25,110.00,27.50,0x00000000000000000000000000000000000000b2,Sent',
);

const COINBASE_2016 = csv(
  'Transactions',
  'User,ada@example.com',
  'Timestamp,Balance,Amount,Currency,To,Notes,Instantly Exchanged,Transfer Total,Transfer Total Currency,Transfer Fee,Transfer Fee Currency,Transfer Payment Method,Transfer ID,Order Price,Order Currency,Coinbase ID (visit https://www.coinbase.com/transactions/[ID] in your browser),Bitcoin Hash (visit https://blockchain.info/tx/[HASH] in your browser)',
  '2016-03-01 09:00:00 -0800,1.0,1.0,BTC,,Bought,false,424.20,USD,4.20,USD,Bank,tr1,,,cid1,',
  `2016-04-01 09:00:00 -0700,0.4,-0.6,BTC,1BoatSLRHtKNngkdXEeobR76b53LETtpyT,Paid,false,,,,,,,,,cid2,${'ab'.repeat(32)}`,
);

const COINBASE_ADVANCED = csv(
  'portfolio,trade id,product,side,created at,size,size unit,price,fee,total,price/fee/total unit',
  'default,501,BTC-USD,BUY,2023-03-03T03:03:03.123Z,0.01,BTC,22000.00,1.32,-221.32,USD',
  'default,502,BTC-USD,SELL,2023-04-03T03:03:03.123Z,0.004,BTC,28000.00,0.672,111.328,USD',
  'default,77,ETH-BTC,BUY,2023-04-04T03:03:03.123Z,0.05,ETH,0.066,0.0000198,-0.0033198,BTC',
);

const COINBASE_PRO = csv(
  'portfolio,type,time,amount,balance,amount/balance unit,transfer id,trade id,order id',
  'default,deposit,2020-02-01T00:00:00.000Z,1000.00,1000.00,USD,t1,,',
  'default,match,2020-02-02T00:00:00.100Z,-500.00,500.00,USD,,9,o1',
  'default,match,2020-02-02T00:00:00.100Z,0.05,0.05,BTC,,9,o1',
  'default,fee,2020-02-02T00:00:00.100Z,-2.50,497.50,USD,,9,o1',
);

const KRAKEN_LEDGERS = csv(
  '"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"',
  '"","QCC1","2023-01-01 00:00:00","deposit","","currency","ZUSD","spot / main",5000.0000,0,""',
  '"LAAA01","QCC1","2023-01-01 00:05:00","deposit","","currency","ZUSD","spot / main",5000.0000,0,5000.0000',
  '"LAAA02","TAAA1","2023-01-02 10:00:00.1234","trade","tradespot","currency","ZUSD","spot / main",-1660.0000,2.6560,3337.3440',
  '"LAAA03","TAAA1","2023-01-02 10:00:00.1234","trade","tradespot","currency","XXBT","spot / main",0.1000000000,0,0.1000000000',
  '"LAAA04","FTX1","2023-02-02 10:00:00","withdrawal","","currency","XXBT","spot / main",-0.0500000000,0.0002000000,0.0498000000',
  '"LAAA05","STK1","2023-03-02 10:00:00","staking","","currency","DOT.S","spot / main",0.5000000000,0.0500000000,0.4500000000',
  '"LAAA06","SRV1","2023-04-02 10:00:00","spend","","currency","ZUSD","spot / main",-100.0000,1.0000,3236.3440',
  '"LAAA07","SRV1","2023-04-02 10:00:00","receive","","currency","XETH","spot / main",0.0550000000,0,0.0550000000',
  '"LAAA08","WFX1","2023-05-02 10:00:00","withdrawal","","currency","XETH","spot / main",-0.0500000000,0.0010000000,0.0040000000',
  '"LAAA09","WFX1","2023-05-02 11:00:00","withdrawal","","currency","XETH","spot / main",0.0500000000,-0.0010000000,0.0550000000',
);

const KRAKEN_TRADES = csv(
  '"txid","ordertxid","pair","time","type","ordertype","price","cost","fee","vol","margin","misc","ledgers"',
  '"TAAA1","OAAA1","XXBTZUSD","2023-01-02 10:00:00.1234","buy","limit",16600.00000,1660.00000,2.65600,0.10000000,0.00000,"","LAAA02,LAAA03"',
  '"TAAA2","OAAA2","XETHXXBT","2023-01-03 10:00:00.5","sell","limit",0.07000,0.00700,0.00001,0.10000000,0.00000,"","LBBB01,LBBB02"',
);

const BINANCE = csv(
  'User_ID,UTC_Time,Account,Operation,Coin,Change,Remark',
  '111,2021-01-01 00:00:00,Spot,Deposit,USDT,1000,""',
  '111,2021-01-02 10:00:00,Spot,Buy,ETH,0.5,""',
  '111,2021-01-02 10:00:00,Spot,Transaction Related,USDT,-400,""',
  '111,2021-01-02 10:00:00,Spot,Fee,BNB,-0.001,""',
  '111,2021-01-02 10:00:00,Spot,Buy,ETH,0.25,""',
  '111,2021-01-02 10:00:00,Spot,Transaction Related,USDT,-200,""',
  '111,2021-02-01 00:00:00,Spot,Small assets exchange BNB,ADA,-3,""',
  '111,2021-02-01 00:00:00,Spot,Small assets exchange BNB,BNB,0.01,""',
  '111,2021-01-31 00:00:00,Spot,Distribution,ADA,3,""',
  '111,2021-03-01 00:00:00,Spot,Savings purchase,USDT,-100,""',
  '111,2021-03-01 00:00:01,Earn,Savings purchase,USDT,100,""',
  '111,2021-04-01 00:00:00,Spot,Withdraw,ETH,-0.3,Withdraw fee is included',
  '111,2021-05-01 00:00:00,Spot,Moon Festival,DOGE,5,""',
);

const BINANCE_2025 = csv(
  'User ID,Time,Account,Operation,Coin,Change,Remark',
  '111,2025-01-01 00:00:00,Spot,Binance Convert,USDC,-50,',
  '111,2025-01-01 00:00:00,Spot,Binance Convert,BNB,0.07,',
  '111,2024-12-31 00:00:00,Spot,Deposit,USDC,60,',
);

const BINANCE_US = csv(
  'User_Id,Time,Category,Operation,Order_Id,Transaction_Id,Primary_Asset,Realized_Amount_For_Primary_Asset,Realized_Amount_For_Primary_Asset_In_USD_Value,Base_Asset,Realized_Amount_For_Base_Asset,Realized_Amount_For_Base_Asset_In_USD_Value,Quote_Asset,Realized_Amount_For_Quote_Asset,Realized_Amount_For_Quote_Asset_In_USD_Value,Fee_Asset,Realized_Amount_For_Fee_Asset,Realized_Amount_For_Fee_Asset_In_USD_Value,Payment_Method,Withdrawal_Method,Additional_Note',
  '7,2022-01-01 00:00:00.111,Deposit,USD Deposit,,u1,USD,1000,1000,,,,,,,,,,Debit,,',
  '7,2022-01-02 00:00:00.111,Quick Buy,Buy,o1,u2,,,,BTC,0.02,940,USD,940,940,USD,4.7,4.7,Wallet,,',
  '7,2022-02-02 00:00:00.111,Spot Trading,Sell,o2,u3,,,,BTC,0.01,380,USDT,380,380,BNB,0.0007,0.28,Wallet,,',
  '7,2022-03-02 00:00:00.111,Distribution,Referral Commission,,u4,BNB,0.01,4,,,,,,,,,,Wallet,,',
  '7,2022-04-02 00:00:00.111,Withdrawal,Crypto Withdrawal,,u5,BTC,0.005,200,,,,,,,BTC,0.0002,8,,,',
);

const BINANCE_US_OLD = csv(
  'User_Id,Time,Category,Operation,Order_Id,Transaction_Id,Asset,Amount',
  '7,2020-01-01 00:00:00,Deposit,Crypto Deposit,,t1,BTC,0.5',
  '7,2020-01-02 00:00:00,Distribution,Staking Rewards,,t2,BTC,0.001',
  '7,2020-01-03 00:00:00,Withdrawal,Crypto Withdrawal,,t3,BTC,0.2',
  '7,2020-01-04 00:00:00,Deposit,Crypto Deposit,,t4,BTC,none',
);

const GEMINI = csv(
  'Date,Time (UTC),Type,Symbol,Specification,Liquidity Indicator,Trading Fee Rate (bps),USD Amount USD,Fee (USD) USD,USD Balance USD,ETH Amount ETH,Fee (ETH) ETH,ETH Balance ETH,Trade ID,Order ID,Tx Hash,Withdrawal Destination',
  '2021-06-01 00:00:00,00:00:00.000,Credit,USD,Deposit (Initiated ACH),,,"$2,000.00",,"$2,000.00",,,,,,,',
  '2021-06-02 00:00:00,12:30:00.500,Buy,ETHUSD,Limit,Taker,35,"($519.83)",($1.82),"$1,478.35",0.2 ETH,,0.2 ETH,900,800,,',
  `2021-07-02 00:00:00,12:30:00.500,Debit,ETH,Withdrawal (ETH),,,,,,(0.15 ETH),(0.001 ETH),0.049 ETH,,,${'cd'.repeat(32)},0x00000000000000000000000000000000000000b2`,
  '2021-08-02 00:00:00,12:30:00.500,Sell,ETHUSD,Market,Taker,35,$110.00,($0.39),,(0.04 ETH),,0.009 ETH,901,801,,',
  'Total,,,,,,,,,,,,,,,,',
);

const CRYPTO_COM = csv(
  'Timestamp (UTC),Transaction Description,Currency,Amount,To Currency,To Amount,Native Currency,Native Amount,Native Amount (in USD),Transaction Kind,Transaction Hash',
  '2022-05-01 10:00:00,Buy BTC,BTC,0.01,,,USD,380,380,crypto_purchase,',
  '2022-05-02 10:00:00,BTC -> CRO,BTC,-0.002,CRO,250,USD,76,76,crypto_exchange,',
  '2022-05-03 10:00:00,Card Cashback,CRO,3.5,,,USD,1,1,referral_card_cashback,',
  '2022-05-04 10:00:00,Crypto Earn,BTC,0.00001,,,USD,0.38,0.38,crypto_earn_interest_paid,',
  '2022-05-05 10:00:00,CRO Stake,CRO,-200,,,USD,40,40,lockup_lock,',
  `2022-05-06 10:00:00,Withdraw BTC,BTC,-0.003,,,USD,110,110,crypto_withdrawal,${'ef'.repeat(32)}`,
);

const KUCOIN_ORDERS = csv(
  'UID,Account Type,Order ID,Order Time(UTC+02:00),Symbol,Side,Order Type,Order Price,Order Amount,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+02:00),Fee,Fee Currency,Status',
  '****1,Trading Account,k1,2023-06-01 12:00:00,KCS-USDT,buy,market,,10,8,10,80,80,2023-06-01 12:00:01,0.08,USDT,deal',
  '****1,Trading Account,k2,2023-06-02 12:00:00,KCS-USDT,sell,limit,9,4,9,4,36,36,2023-06-02 12:00:01,0.036,USDT,deal',
  '****1,Trading Account,k3,2023-06-03 12:00:00,KCS-USDT,sell,limit,99,4,0,0,0,0,2023-06-03 12:00:01,0,USDT,cancel',
);
const KUCOIN_DEPOSITS = csv(
  'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Transfer Network,Hash',
  `****1,Main Account,2023-05-31 12:00:00,Deposit,SUCCESS,0,100,USDT,ERC20,0x${'12'.repeat(32)}`,
);
const KUCOIN_WITHDRAWALS = csv(
  'UID,Account Type,Time(UTC+02:00),Remarks,Status,Fee,Amount,Coin,Withdrawal Address/Account,Transfer Network,Hash',
  `****1,Main Account,2023-07-31 12:00:00,Withdrawal,SUCCESS,0.1,3,KCS,0x00000000000000000000000000000000000000b2,KCC,0x${'34'.repeat(32)}`,
  '****1,Main Account,2023-08-01 12:00:00,Withdrawal,FAILED,0.1,2,KCS,0x00000000000000000000000000000000000000b2,KCC,',
);
const KUCOIN_HISTORY = csv(
  'UID,Account Type,Currency,Side,Amount,Fee,Time(UTC+02:00),Remark,Type',
  '****1,Main Account,KCS,Deposit,0.02,0,2023-06-10 12:00:00,KCS Bonus,x',
  '****1,Main Account,KCS,Withdrawal,3,0,2023-07-31 12:00:00,Withdrawal,x',
);

const GENERIC = csv(
  'timestamp,kind,asset,amount,sent_asset,sent_amount,fee_asset,fee_amount,id,tx_hash,address',
  '2020-01-01T00:00:00Z,deposit,EUR,1000,,,,,g1,,',
  '2020-01-02T00:00:00Z,trade,BTC,0.1,EUR,650,EUR,1.3,g2,,',
  `2020-01-03T00:00:00Z,withdrawal,BTC,0.05,,,BTC,0.0005,g3,${'56'.repeat(32)},1BoatSLRHtKNngkdXEeobR76b53LETtpyT`,
  '2020-01-04T00:00:00Z,mining,LTC,0.5,,,,,g4,,',
  '2020-01-05T00:00:00Z,teleport,LTC,0.5,,,,,g5,,',
);

export const SAMPLES: readonly Sample[] = [
  ...LAYOUT_SAMPLES,
  {
    format: 'coinbase_2024',
    text: COINBASE_2024,
    rejected: 1,
    balances: { BTC: '0.058', ETH: '0.6031', USD: '4191.72', USDC: '-3458.63', XRP: '12' },
  },
  {
    format: 'coinbase_2022',
    text: COINBASE_2022,
    rejected: 0,
    balances: { ATOM: '0.25', BTC: '0.01', ETH: '0.5', GRT: '8.5', USD: '-1370' },
  },
  {
    format: 'coinbase_2021',
    text: COINBASE_2021,
    rejected: 0,
    balances: { LTC: '1', USD: '-385.7', USDC: '126.55' },
  },
  {
    format: 'coinbase_2020',
    text: COINBASE_2020,
    rejected: 0,
    balances: { BTC: '0.015', COMP: '0.02', USD: '-148.48' },
  },
  { format: 'coinbase_2018', text: COINBASE_2018, rejected: 0, balances: { ETH: '0.75', USD: '-202.99' } },
  { format: 'coinbase_2016', text: COINBASE_2016, rejected: 0, balances: { BTC: '0.4', USD: '-424.2' } },
  {
    format: 'coinbase_advanced_fills',
    text: COINBASE_ADVANCED,
    rejected: 0,
    balances: { BTC: '0.0026802', ETH: '0.05', USD: '-109.992' },
  },
  {
    format: 'coinbase_pro_account',
    text: COINBASE_PRO,
    rejected: 0,
    balances: { BTC: '0.05', USD: '497.5' },
  },
  {
    format: 'kraken_ledgers',
    text: KRAKEN_LEDGERS,
    rejected: 1,
    balances: { BTC: '0.0498', DOT: '0.45', ETH: '0.055', USD: '3236.344' },
  },
  {
    format: 'kraken_trades',
    text: KRAKEN_TRADES,
    rejected: 0,
    balances: { BTC: '0.10699', ETH: '-0.1', USD: '-1662.656' },
  },
  {
    format: 'binance_statement',
    text: BINANCE,
    rejected: 0,
    balances: { BNB: '0.009', DOGE: '5', ETH: '0.45', USDT: '400' },
  },
  {
    format: 'binance_statement_2025',
    text: BINANCE_2025,
    rejected: 0,
    balances: { BNB: '0.07', USDC: '10' },
  },
  {
    format: 'binance_statement_es',
    text: BINANCE_2025.replace(/^.*/, 'ID de usuario,Tiempo,Cuenta,Operación,Moneda,Cambio,Observación'),
    rejected: 0,
    balances: { BNB: '0.07', USDC: '10' },
  },
  {
    format: 'binanceus_transactions',
    text: BINANCE_US,
    rejected: 0,
    balances: { BNB: '0.0093', BTC: '0.0048', USD: '55.3', USDT: '380' },
  },
  { format: 'binanceus_statement', text: BINANCE_US_OLD, rejected: 1, balances: { BTC: '0.301' } },
  { format: 'gemini_history', text: GEMINI, rejected: 1, balances: { ETH: '0.009', USD: '1587.96' } },
  {
    format: 'cryptocom_app',
    text: CRYPTO_COM,
    rejected: 0,
    balances: { BTC: '0.00501', CRO: '53.5', USD: '-380' },
  },
  { format: 'kucoin_spot_orders', text: KUCOIN_ORDERS, rejected: 1, balances: { KCS: '6', USDT: '-44.116' } },
  { format: 'kucoin_deposits', text: KUCOIN_DEPOSITS, rejected: 0, balances: { USDT: '100' } },
  { format: 'kucoin_withdrawals', text: KUCOIN_WITHDRAWALS, rejected: 1, balances: { KCS: '-3.1' } },
  { format: 'kucoin_account_history', text: KUCOIN_HISTORY, rejected: 1, balances: { KCS: '0.02' } },
  { format: 'generic', text: GENERIC, rejected: 1, balances: { BTC: '0.0495', EUR: '348.7', LTC: '0.5' } },
];

export const sampleOf = (format: string): Sample => {
  const found = SAMPLES.find((sample) => sample.format === format);
  if (!found) throw new Error(`no sample of ${format}`);
  return found;
};
