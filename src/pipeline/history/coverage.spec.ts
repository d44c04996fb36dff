import type { ChainName } from '../../domain/kernel/chain';
import type { AppError } from '../../domain/kernel/errors';
import type { JobOutcome } from '../../ports/work/jobs';
import type { ChainState } from '../../ports/storage/raw-history-store';
import { parseAddress } from '../../domain/kernel/address';
import { coverageIssues } from '../../domain/portfolio/issues/coverage-issues';
import { NO_OVERLAY } from '../../ports/storage/overlays';
import { contradictedChains, syncStatusOf } from './covered-wallets';
import { FRESH_MS, isFresh, coverageOf, mustWait, storedCoverage } from './coverage';

const NOW = 1_000_000_000;
const state = (chain: ChainName, override: Partial<ChainState> = {}): ChainState => ({
  chain,
  address: '0xa',
  cursor: null,
  complete: true,
  truncated: false,
  incomplete: false,
  contradicted: false,
  indexedAt: NOW,
  provider: 'p',
  errorCode: null,
  errorDetails: null,
  revision: 1,
  rowCount: 1,
  ...override,
});
const failed = (chain: ChainName, code = 'DATA_PROVIDER_ERROR') =>
  state(chain, {
    complete: false,
    indexedAt: null,
    errorCode: code,
    errorDetails: { provider: 'etherscan', error: code === 'DATA_PROVIDER_ERROR' ? 'timeout' : 'plan' },
  });
const both = { readable: ['ethereum', 'base'] as ChainName[], unavailable: [] };
const done: JobOutcome = { status: 'completed', errorCode: null, errorDetails: null };

describe('isFresh', () => {
  it.each([
    ['read a moment ago', [state('ethereum'), state('base')], true],
    ['one too old', [state('ethereum'), state('base', { indexedAt: NOW - FRESH_MS })], false],
    ['one never read', [state('ethereum')], false],
    ['one failed since', [state('ethereum'), state('base', { errorCode: 'DATA_PROVIDER_ERROR' })], false],
    ['one read in part', [state('ethereum'), state('base', { complete: false })], false],
  ])('%s', (_name, states, expected) => {
    expect(isFresh(both.readable, states, NOW)).toBe(expected);
  });

  it('has nothing to read where no chain is readable', () => {
    expect(isFresh([], [], NOW)).toBe(true);
  });
});

describe('mustWait', () => {
  it.each([
    ['nothing known', [], true],
    ['one chain never tried', [state('ethereum')], true],
    ['everything failed before', [failed('ethereum'), failed('base')], true],
    ['one chain whole, the other failed before', [state('ethereum'), failed('base')], false],
    [
      'everything whole, but old',
      [state('ethereum', { indexedAt: 0 }), state('base', { indexedAt: 0 })],
      false,
    ],
  ])('%s', (_name, states, expected) => {
    expect(mustWait(both.readable, states)).toBe(expected);
  });
});

describe('coverageOf', () => {
  it('takes what is whole and of now as it is', () => {
    const coverage = coverageOf(both, [state('ethereum'), state('base')], undefined, NOW);
    expect(coverage).toMatchObject({ pending: [], unavailable: [], stale: [], indexedAt: NOW });
    expect(coverage.chains.map(({ chain }) => chain)).toEqual(['ethereum', 'base']);
  });

  it('names a chain that failed, and leaves its rows out', () => {
    const coverage = coverageOf(both, [state('ethereum'), failed('base')], done, NOW);
    expect(coverage.unavailable).toEqual([{ chain: 'base', code: 'DATA_PROVIDER_ERROR' }]);
    expect(coverage.chains.map(({ chain }) => chain)).toEqual(['ethereum']);
  });

  it('names what the operator can do about a provider that failed, also where no chain could be read', () => {
    const advice = { base: 'set a key', ethereum: 'set another key' };
    const advised = { ...both, advice };
    expect(coverageOf(advised, [state('ethereum'), failed('base')], done, NOW).unavailable).toEqual([
      { chain: 'base', code: 'DATA_PROVIDER_ERROR', reason: 'set a key' },
    ]);
    const cleared = state('base', { complete: false, errorCode: 'SERVICE_UNAVAILABLE' });
    expect(coverageOf(advised, [state('ethereum'), cleared], done, NOW).unavailable).toEqual([
      { chain: 'base', code: 'SERVICE_UNAVAILABLE' },
    ]);
    const details = { provider: 'etherscan', error: 'timeout', reason: 'set another key' };
    expect(() => coverageOf(advised, [failed('ethereum'), failed('base')], done, NOW)).toThrow(
      expect.objectContaining({ code: 'DATA_PROVIDER_ERROR', details }),
    );
    expect(storedCoverage(advised, [state('ethereum'), failed('base')], NOW)?.unavailable).toEqual([
      { chain: 'base', code: 'DATA_PROVIDER_ERROR', reason: 'set a key' },
    ]);
  });

  it('names chains that are configured without a provider', () => {
    const availability = {
      readable: ['ethereum'] as ChainName[],
      unavailable: [{ chain: 'base' as const, code: 'PROVIDER_ENTITLEMENT_ERROR', reason: 'needs a key' }],
    };
    expect(coverageOf(availability, [state('ethereum')], undefined, NOW).unavailable).toEqual([
      { chain: 'base', code: 'PROVIDER_ENTITLEMENT_ERROR', reason: 'needs a key' },
    ]);
  });

  it('calls a chain pending while its first reading runs, and shows what is stored of it', () => {
    const coverage = coverageOf(both, [state('ethereum'), state('base', { complete: false })], null, NOW);
    expect(coverage.pending).toEqual(['base']);
    expect(coverage.chains).toHaveLength(2);
  });

  it('reports what failed before as it was last seen while it is tried again', () => {
    expect(() => coverageOf(both, [failed('ethereum'), failed('base')], null, NOW)).toThrow(
      expect.objectContaining({ code: 'DATA_PROVIDER_ERROR' }),
    );
  });

  it('does not wait for ever for a chain that failed before when another one is whole', () => {
    const coverage = coverageOf(both, [state('ethereum'), failed('base')], null, NOW);
    expect(coverage.pending).toEqual([]);
    expect(coverage.unavailable).toEqual([{ chain: 'base', code: 'DATA_PROVIDER_ERROR' }]);
  });

  it('serves a whole history that could not be read on, and says so', () => {
    const old = state('ethereum', { indexedAt: NOW - 2 * FRESH_MS, errorCode: 'DATA_PROVIDER_ERROR' });
    const coverage = coverageOf({ ...both, readable: ['ethereum'] }, [old], done, NOW);
    expect(coverage.stale).toEqual([
      { chain: 'ethereum', code: 'DATA_PROVIDER_ERROR', indexedAt: NOW - 2 * FRESH_MS },
    ]);
    expect(coverage.indexedAt).toBe(NOW - 2 * FRESH_MS);
  });

  it('does not call a chain stale that a long job read first', () => {
    const early = state('ethereum', { indexedAt: NOW - 2 * FRESH_MS });
    expect(coverageOf(both, [early, state('base')], done, NOW).stale).toEqual([]);
  });

  const refusal = (states: ChainState[], outcome: JobOutcome = done): AppError => {
    try {
      coverageOf(both, states, outcome, NOW);
    } catch (error) {
      return error as AppError;
    }
    throw new Error('was not refused');
  };

  it('refuses with the words of the provider when every chain failed', () => {
    const error = refusal([failed('ethereum'), failed('base')]);
    expect(error.code).toBe('DATA_PROVIDER_ERROR');
    expect(error.details).toEqual({ provider: 'etherscan', error: 'timeout' });
  });

  it('speaks of entitlement only when a retry cannot help on any chain', () => {
    expect(refusal([failed('ethereum', 'PROVIDER_ENTITLEMENT_ERROR'), failed('base')]).code).toBe(
      'DATA_PROVIDER_ERROR',
    );
    const all = [
      failed('ethereum', 'PROVIDER_ENTITLEMENT_ERROR'),
      failed('base', 'PROVIDER_ENTITLEMENT_ERROR'),
    ];
    expect(refusal(all).code).toBe('PROVIDER_ENTITLEMENT_ERROR');
  });

  it('passes on why the job itself failed', () => {
    const outcome: JobOutcome = {
      status: 'failed',
      errorCode: 'SERVICE_UNAVAILABLE',
      errorDetails: { why: 'db' },
    };
    expect(refusal([], outcome)).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { why: 'db' } });
  });

  it('answers a cancelled job as unavailable for now', () => {
    expect(refusal([], { status: 'cancelled', errorCode: null, errorDetails: null }).code).toBe(
      'SERVICE_UNAVAILABLE',
    );
  });
});

describe('a chain that states another balance than its rows', () => {
  const address = parseAddress('0x00000000000000000000000000000000000000a1');
  const coverage = coverageOf(both, [state('ethereum', { contradicted: true }), state('base')], done, NOW);
  const covered = { address, isSubject: true, coverage };
  const additions = (chain: ChainName) => ({
    ...NO_OVERLAY,
    userId: 'u',
    imported: [{ chain, address: address.value }],
  });
  const stated = (...given: [] | [ReturnType<typeof additions>]) => {
    const contradicted = contradictedChains(covered, given[0] ?? null);
    const issues = coverageIssues('w', 'W', { ...coverage, contradicted });
    return [syncStatusOf([covered], null, ...given).contradicted ?? false, issues.map(({ chain }) => chain)];
  };

  it('is marked and is an issue, until the user imports rows of it', () => {
    expect(stated()).toEqual([true, ['ethereum']]);
    expect(stated(additions('base'))).toEqual([true, ['ethereum']]);
    expect(stated(additions('ethereum'))).toEqual([false, []]);
  });
});
