import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountAt } from './story/accounts';
import { binanceUsVenue } from './venues/binance-us';
import { coinbaseVenue } from './venues/coinbase';
import { VENUES, type Stage, type VenueName } from './story/deeds';
import { geminiVenue } from './venues/gemini';
import { krakenVenue } from './venues/kraken';
import { okxVenue } from './venues/okx';
import { STORY_NOW } from './story/names';
import { storyDeeds } from './story/story';
import { REFUSALS, type Asked, type Refusal, type Reply, type Venue } from './venues/venue';

/** What happens to the connection. */
const BREAKS = ['hang', 'reset', 'truncated', 'garbage', 'html', 'empty'] as const;
type Break = (typeof BREAKS)[number];
export type FaultMode = Refusal | Break;
export const FAULT_MODES: readonly FaultMode[] = [...REFUSALS, ...BREAKS];

export interface StandInFault {
  mode: FaultMode;
  /** Answers that fail. */
  times: number;
  /** Part of the path of the calls that fail. */
  match: string;
  retryAfter?: number;
}

export function standInVenues(): Record<VenueName, Venue> {
  const deeds = storyDeeds();
  const held = (name: VenueName) => (stage: Stage) => accountAt(deeds[name], stage).balances;
  return {
    kraken: krakenVenue(deeds.kraken, held('kraken')),
    coinbase: coinbaseVenue(deeds.coinbase, held('coinbase')),
    binanceus: binanceUsVenue(deeds.binanceus, held('binanceus')),
    gemini: geminiVenue(deeds.gemini, held('gemini')),
    okx: okxVenue(deeds.okx, held('okx'), STORY_NOW),
  };
}

/** Five exchanges over one socket. They check every request, and have no orders and no withdrawals. */
export class StandIn {
  readonly venues = standInVenues();
  /** Answered calls, as `kraken POST /0/private/Ledgers`. */
  readonly calls: string[] = [];
  readonly faults: Partial<Record<VenueName, StandInFault>> = {};
  readonly stages: Record<VenueName, Stage> = { kraken: 0, coinbase: 0, binanceus: 0, gemini: 0, okx: 0 };
  /** Difference of the clocks of the exchanges, ms. */
  clockOffsetMs = 0;
  /** Calls that had a fault. */
  hits = 0;
  url = '';
  /** The late rows arrive after so many answers of a list. */
  private releases: { venue: VenueName; answers: number } | null = null;
  private readonly server: Server = createServer((request, response) => {
    void this.handle(request, response).catch(() => response.destroy());
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

  /** Variables of the service that point it here. */
  get environment(): Record<string, string> {
    return Object.fromEntries(
      VENUES.map((name) => [`EXCHANGE_${name.toUpperCase()}_BASE_URL`, `${this.url}/${name}`]),
    );
  }

  release(venue: VenueName): void {
    this.stages[venue] = 1;
  }

  /** In the middle of a list: rows move over the edges of pages. */
  releaseAfter(venue: VenueName, answers: number): void {
    this.releases = { venue, answers };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const [target = '', rawQuery = ''] = (request.url ?? '').split(/\?(.*)/s);
    const [, name = '', path = ''] = /^\/([a-z]+)(\/.*)$/.exec(target) ?? [];
    const venue = VENUES.find((one) => one === name);
    if (!venue) return send(response, { status: 404, body: 'no such exchange' });
    const method = request.method ?? 'GET';
    const query = new URLSearchParams(rawQuery);
    const { headers } = request;
    const asked: Asked = { method, path, rawQuery, query, body, headers, fullPath: target };
    this.calls.push(`${venue} ${method} ${path}`);
    const fault = this.faultOf(venue, `${path}?${rawQuery}`);
    if (fault && (await broken(fault, request, response))) return;
    if (fault && isRefusal(fault.mode))
      return send(response, this.venues[venue].refuse(fault.mode, fault.retryAfter ?? 1, asked));
    const moment = { stage: this.stages[venue], now: Date.now() + this.clockOffsetMs };
    const reply = this.venues[venue].answer(asked, moment);
    this.count(venue, path);
    send(response, reply, fault?.mode === 'truncated');
  }

  private faultOf(venue: VenueName, text: string): StandInFault | null {
    const fault = this.faults[venue];
    if (!fault || fault.times <= 0 || !text.includes(fault.match)) return null;
    fault.times--;
    this.hits++;
    return fault;
  }

  private count(venue: VenueName, path: string): void {
    const { releases } = this;
    if (releases?.venue !== venue || !path.includes(this.venues[venue].list) || --releases.answers > 0)
      return;
    this.releases = null;
    this.release(venue);
  }
}

const isRefusal = (mode: FaultMode): mode is Refusal => (REFUSALS as readonly string[]).includes(mode);

/** @returns true when the call is over */
async function broken(
  { mode }: StandInFault,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (mode === 'reset') request.socket.resetAndDestroy();
  if (mode === 'garbage') send(response, { status: 200, body: '{"result":1,,]<<' });
  if (mode === 'html') send(response, { status: 502, body: '<html><h1>502 Bad Gateway</h1></html>' });
  if (mode === 'empty') send(response, { status: 200, body: '' });
  return ['hang', 'reset', 'garbage', 'html', 'empty'].includes(mode);
}

function send(response: ServerResponse, { status, body, headers = {} }: Reply, isCut = false): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  if (!isCut) return void response.end(text);
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy());
}
