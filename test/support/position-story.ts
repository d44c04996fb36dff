import type { ExplorerLog, ExplorerRow } from './explorer';
import { multicall, positionCall, positionLog } from './position-calls';

const MANAGER = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const POOL = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640';
const ZERO = `0x${'0'.repeat(40)}`;
const TOKENS = {
  USDC: { contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', decimals: 6 },
  WETH: { contract: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', decimals: 18 },
} as const;
const units = (text: string, decimals: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
};
const usdc = (text: string): bigint => units(text, TOKENS.USDC.decimals);
const weth = (text: string): bigint => units(text, TOKENS.WETH.decimals);

/** A position of USDC and WETH as an explorer lists it: opened, increased twice, fees, half out, all out, burnt. */
export class PositionStory {
  readonly rows = {
    txlist: [] as ExplorerRow[],
    tokentx: [] as ExplorerRow[],
    tokennfttx: [] as ExplorerRow[],
  };
  readonly logs: ExplorerLog[] = [];
  private block: number;
  private index = 0;

  constructor(
    private readonly wallet: string,
    private readonly tokenId: bigint,
    firstBlock: number,
  ) {
    this.block = firstBlock;
    this.call(`0x88316456${'0'.repeat(64)}`);
    this.log('increased', 1_000n, usdc('2000'), weth('1'));
    this.pays('2000', '1');
    this.nft(ZERO, wallet);
    this.increase(500n, '1000', '0.5');
    this.increase(250n, '500', '0.25');
    this.collect('20', '0.01');
  }

  bySingleCalls(): this {
    this.decrease(875n, '2300.5', '0.62');
    this.collect('2311.000001', '0.625');
    this.decrease(875n, '1100.000001', '1');
    this.collect('1130.000002', '1.01');
    this.call(positionCall('burn', this.tokenId));
    this.nft(this.wallet, ZERO);
    return this;
  }

  byMulticall(): this {
    const [take, collect] = [
      positionCall('decrease', this.tokenId, 875n),
      positionCall('collect', this.tokenId),
    ];
    this.call(multicall(take, collect));
    this.taken('2300.5', '0.62');
    this.receives('2311.000001', '0.625');
    this.call(multicall(take, collect, positionCall('burn', this.tokenId)));
    this.taken('1100.000001', '1');
    this.receives('1130.000002', '1.01');
    this.nft(this.wallet, ZERO);
    return this;
  }

  private increase(liquidity: bigint, dollars: string, ether: string): void {
    this.call(positionCall('increase', this.tokenId));
    this.log('increased', liquidity, usdc(dollars), weth(ether));
    this.pays(dollars, ether);
  }

  private decrease(liquidity: bigint, dollars: string, ether: string): void {
    this.call(positionCall('decrease', this.tokenId, liquidity));
    this.taken(dollars, ether);
  }

  private taken(dollars: string, ether: string): void {
    this.log('decreased', 875n, usdc(dollars), weth(ether));
  }

  private collect(dollars: string, ether: string): void {
    this.call(positionCall('collect', this.tokenId));
    this.receives(dollars, ether);
  }

  private pays(dollars: string, ether: string): void {
    this.token('USDC', this.wallet, POOL, usdc(dollars));
    this.token('WETH', this.wallet, POOL, weth(ether));
  }

  private receives(dollars: string, ether: string): void {
    this.log('collected', 0n, usdc(dollars), weth(ether));
    this.token('USDC', POOL, this.wallet, usdc(dollars));
    this.token('WETH', POOL, this.wallet, weth(ether));
  }

  private get hash(): string {
    return `0x${this.block.toString(16).padStart(64, 'a')}`;
  }

  private get base(): ExplorerRow {
    return {
      blockNumber: String(this.block),
      timeStamp: String(1_600_000_000 + this.block),
      hash: this.hash,
    };
  }

  private call(input: string): void {
    this.block++;
    this.rows.txlist.push({
      ...this.base,
      ...{
        transactionIndex: '0',
        from: this.wallet,
        to: MANAGER,
        value: '0',
        gas: '1',
        gasPrice: '0',
        gasUsed: '1',
      },
      ...{ isError: '0', txreceipt_status: '1', input, contractAddress: '', functionName: '' },
      methodId: input.slice(0, 10),
    });
  }

  private token(symbol: keyof typeof TOKENS, from: string, to: string, value: bigint): void {
    const { contract, decimals } = TOKENS[symbol];
    this.rows.tokentx.push({
      ...this.base,
      ...{ from, to, value: String(value), contractAddress: contract, transactionIndex: '0' },
      ...{ tokenName: symbol, tokenSymbol: symbol, tokenDecimal: String(decimals) },
    });
  }

  private nft(from: string, to: string): void {
    this.rows.tokennfttx.push({
      ...this.base,
      ...{ from, to, contractAddress: MANAGER, transactionIndex: '0', tokenID: String(this.tokenId) },
      ...{ tokenName: 'Uniswap V3 Positions NFT-V1', tokenSymbol: 'UNI-V3-POS', tokenDecimal: '0' },
    });
  }

  private log(name: 'increased' | 'decreased' | 'collected', ...words: bigint[]): void {
    const { tokenId, block, hash } = this;
    this.index++;
    this.logs.push(
      positionLog(name, { address: MANAGER, tokenId, block, hash, index: this.index }, ...words),
    );
  }
}
