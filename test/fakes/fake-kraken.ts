import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KrakenKey {
  apiKey: string;
  apiSecret: string;
  permissions: readonly string[];
  /** Id of the account of the key. */
  iban: string;
}

export interface LedgerRow {
  id: string;
  refid: string;
  /** Seconds. */
  time: string;
  type: string;
  subtype?: string;
  asset: string;
  amount: string;
  fee: string;
}

export interface FundingRow {
  refid: string;
  txid: string | null;
  info: string;
  asset: string;
  amount: string;
  time: string;
  status: string;
}

/** How the next answers fail. `times`: number of answers. */
export interface Fault {
  mode:
    'limit' | 'down' | 'garbage' | 'empty' | 'revoked' | 'cut' | 'hang' | 'clock' | 'denied' | 'wrong shape';
  times: number;
  /** Only calls of this method. */
  method?: string;
}

export const READ_ONLY = ['query-funds', 'query-ledger', 'query-closed-trades'];
const PAGE = 50;

/** An exchange over a real socket: checks each signature and nonce, and pages as Kraken does. It has no orders. */
export class FakeKraken {
  readonly calls: string[] = [];
  ledger: LedgerRow[] = [];
  withdrawals: FundingRow[] = [];
  deposits: FundingRow[] = [];
  balances: Record<string, string> = {};
  fault: Fault | null = null;
  /** Called before each answer, for rows that arrive while pages are read. */
  onCall: (method: string) => void = () => undefined;
  url = '';
  private readonly keys = new Map<string, KrakenKey>();
  private readonly nonces = new Map<string, bigint>();
  private readonly server: Server = createServer((request, response) => {
    void this.answer(request, response).catch(() => response.destroy());
  });

  async start(): Promise<this> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((done) => this.server.close(() => done()));
  }

  key(permissions: readonly string[] = READ_ONLY, iban = 'AA00 TEST 0000 0001'): KrakenKey {
    const key = {
      apiKey: `key-${randomBytes(20).toString('hex')}`,
      apiSecret: randomBytes(48).toString('base64'),
      permissions,
      iban,
    };
    this.keys.set(key.apiKey, key);
    return key;
  }

  revoke({ apiKey }: KrakenKey): void {
    this.keys.delete(apiKey);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    const method = path.split('/').pop() ?? '';
    this.calls.push(method);
    this.onCall(method);
    if (this.isFailing(method) && this.fail(response)) return;
    send(
      response,
      this.signed(request, path, body) ?? this.result(method, new URLSearchParams(body), request),
    );
  }

  /** @returns the refusal, or null */
  private signed(request: IncomingMessage, path: string, body: string): object | null {
    const key = this.keys.get(String(request.headers['api-key']));
    if (!key) return { error: ['EAPI:Invalid key'] };
    const nonce = new URLSearchParams(body).get('nonce') ?? '';
    const digest = createHash('sha256')
      .update(nonce + body)
      .digest();
    const signature = createHmac('sha512', Buffer.from(key.apiSecret, 'base64'))
      .update(path)
      .update(digest)
      .digest('base64');
    if (request.headers['api-sign'] !== signature) return { error: ['EAPI:Invalid signature'] };
    if (BigInt(nonce) <= (this.nonces.get(key.apiKey) ?? 0n)) return { error: ['EAPI:Invalid nonce'] };
    this.nonces.set(key.apiKey, BigInt(nonce));
    return null;
  }

  private result(method: string, params: URLSearchParams, request: IncomingMessage): object {
    const offset = Number(params.get('ofs') ?? 0);
    const key = this.keys.get(String(request.headers['api-key']));
    const found: Record<string, () => object> = {
      GetApiKeyInfo: () => ({ permissions: key?.permissions, iban: key?.iban }),
      Balance: () => this.balances,
      Ledgers: () => {
        const rows = this.ledger.toSorted((a, b) => Number(b.time) - Number(a.time));
        const page = rows.slice(offset, offset + PAGE).map(({ id, ...row }) => [id, row]);
        return { ledger: Object.fromEntries(page), count: rows.length };
      },
      TradesHistory: () => ({ trades: {}, count: 0 }),
      DepositStatus: () => ({ deposit: this.deposits }),
      WithdrawStatus: () => ({ withdrawals: this.withdrawals }),
    };
    const answer = found[method];
    return answer ? { error: [], result: answer() } : { error: ['EGeneral:Unknown method'] };
  }

  private isFailing(method: string): boolean {
    const { fault } = this;
    if (!fault || fault.times <= 0 || (fault.method !== undefined && fault.method !== method)) return false;
    fault.times--;
    return true;
  }

  /** @returns false when the answer is not sent by it */
  private fail(response: ServerResponse): boolean {
    switch (this.fault?.mode) {
      case 'limit':
        response.setHeader('Retry-After', '0');
        send(response, { error: ['EAPI:Rate limit exceeded'] });
        return true;
      case 'down':
        response.statusCode = 503;
        response.end('<html>maintenance</html>');
        return true;
      case 'garbage':
        response.end('{"error":[],"resu');
        return true;
      case 'empty':
        response.end();
        return true;
      case 'revoked':
        send(response, { error: ['EAPI:Invalid key'] });
        return true;
      case 'clock':
        send(response, { error: ['EAPI:Invalid nonce'] });
        return true;
      case 'denied':
        send(response, { error: ['EGeneral:Permission denied'] });
        return true;
      case 'wrong shape':
        send(response, { error: [], result: 'none' });
        return true;
      case 'cut':
        response.destroy();
        return true;
      case 'hang':
        return true;
      default:
        return false;
    }
  }
}

function send(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json');
  response.end(JSON.stringify(body));
}
