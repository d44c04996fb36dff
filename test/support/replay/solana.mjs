// Solana JSON-RPC answers from recorded transactions, signature pages and token accounts.
import { requestKey } from './recordings.mjs';
import { span } from './evm-data.mjs';

const PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];
const WRAPPED_SOL = 'So11111111111111111111111111111111111111112';
const KEY = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const rpcError = (code, message, data) => ({ error: { code, message, ...(data && { data }) } });

/** Every account a transaction names, in the order its balances follow. */
export function accountKeys({ transaction, meta }) {
  const keys = transaction.message.accountKeys.map((k) => k.pubkey ?? k);
  if (transaction.message.accountKeys.some((k) => k.pubkey)) return keys;
  return [...keys, ...(meta.loadedAddresses?.writable ?? []), ...(meta.loadedAddresses?.readonly ?? [])];
}

export class SolanaData {
  #txs = new Map(); // signature -> transaction
  #signatures = new Map(); // address -> Map(signature -> entry)
  #tokenAccounts = new Map(); // owner -> Map(pubkey -> jsonParsed account)
  #lamports = new Map(); // address -> recorded lamports
  #blockTimes = new Map(); // slot -> seconds
  #rewards = new Map(); // "address:epoch" -> result
  #owners = new Set();
  #recordings = new Map(); // method and parameters -> recorded result
  #slot = 0;

  constructor({ swaps, movements, pages, tokenAccounts, blockTimes, rewards, owners }, recorded) {
    for (const result of [...Object.values(movements), ...Object.values(swaps)]) this.#addTransaction(result);
    for (const { sent, body } of recorded) this.#addRecorded(sent, body.result);
    for (const { address, entries } of pages) this.#addPage(address, entries);
    this.#ownTokenAccounts();
    for (const { owner, value } of tokenAccounts) {
      this.#owners.add(owner);
      for (const account of value) this.#accountsOf(owner).set(account.pubkey, account);
    }
    for (const [slot, time] of blockTimes) this.#blockTimes.set(slot, time);
    for (const { address, epoch, reward } of rewards) this.#rewards.set(`${address}:${epoch}`, reward);
    for (const owner of owners) this.#owners.add(owner);
  }

  #addRecorded({ method, params }, result) {
    this.#recordings.set(requestKey('', '', [], { method, params }), result);
    if (method === 'getTransaction') this.#addTransaction(result);
    if (method === 'getSignaturesForAddress') this.#addPage(params[0], result);
    if (method === 'getMultipleAccounts') {
      for (const [i, account] of result.value.entries())
        if (account) this.#lamports.set(params[0][i], account.lamports);
    }
  }

  #accountsOf(owner) {
    if (!this.#tokenAccounts.has(owner)) this.#tokenAccounts.set(owner, new Map());
    return this.#tokenAccounts.get(owner);
  }

  #addSignature(address, entry) {
    if (!this.#signatures.has(address)) this.#signatures.set(address, new Map());
    const known = this.#signatures.get(address);
    known.set(entry.signature, { ...entry, memo: entry.memo ?? known.get(entry.signature)?.memo ?? null });
    this.#blockTimes.set(entry.slot, entry.blockTime);
    this.#slot = Math.max(this.#slot, entry.slot);
  }

  #addPage(address, page) {
    this.#owners.add(address);
    for (const entry of page) this.#addSignature(address, entry);
  }

  #addTransaction(tx) {
    if (!tx) return;
    const {
      slot,
      blockTime,
      meta: { err },
      transaction: {
        signatures: [signature],
      },
    } = tx;
    const known = this.#txs.get(signature);
    if (known?.transaction.message.accountKeys[0].pubkey) return; // jsonParsed says more than json
    this.#txs.set(signature, tx);
    this.#owners.add(accountKeys(tx)[0]);
    for (const address of accountKeys(tx))
      this.#addSignature(address, {
        blockTime,
        confirmationStatus: 'finalized',
        err,
        memo: null,
        signature,
        slot,
      });
  }

  /** Token accounts as the latest recorded transaction left them; one that ended closed is not listed. */
  #ownTokenAccounts() {
    for (const tx of [...this.#txs.values()].sort((a, b) => a.slot - b.slot)) {
      const keys = accountKeys(tx);
      for (const before of tx.meta.preTokenBalances ?? [])
        if (before.owner) this.#accountsOf(before.owner).delete(keys[before.accountIndex]);
      for (const { accountIndex, mint, owner, programId = PROGRAMS[0], uiTokenAmount } of tx.meta
        .postTokenBalances ?? []) {
        if (!owner) continue;
        const info = {
          isNative: mint === WRAPPED_SOL,
          mint,
          owner,
          state: 'initialized',
          tokenAmount: uiTokenAmount,
        };
        this.#accountsOf(owner).set(keys[accountIndex], {
          pubkey: keys[accountIndex],
          account: {
            data: { parsed: { info, type: 'account' }, program: 'spl-token', space: 165 },
            executable: false,
            lamports: 2039280,
            owner: programId,
            rentEpoch: 18446744073709551615,
            space: 165,
          },
        });
      }
    }
  }

  #list(address) {
    return [...(this.#signatures.get(address)?.values() ?? [])].sort((a, b) => b.slot - a.slot);
  }

  wallets() {
    return [...this.#owners]
      .filter((o) => this.#signatures.has(o) || this.#tokenAccounts.has(o))
      .map((address) => {
        const list = this.#list(address),
          resolved = list.filter((s) => this.#txs.has(s.signature)).length;
        const lists = {
          signatures: { rows: list.length, resolved },
          tokenAccounts: { rows: this.#tokenAccounts.get(address)?.size ?? 0 },
        };
        return { address, chain: 'solana', lists, ...span(list.map((s) => s.blockTime)) };
      });
  }

  answer(body) {
    const invalid = { jsonrpc: '2.0', error: { code: -32600, message: 'Invalid request' }, id: null };
    if (body === undefined)
      return { body: { jsonrpc: '2.0', error: { code: -32700, message: 'Parse error' }, id: null } };
    if (Array.isArray(body)) return { body: body.length ? body.map((call) => this.#call(call)) : invalid };
    return { body: typeof body?.method === 'string' ? this.#call(body) : invalid };
  }

  #call({ id = null, method, params = [] }) {
    const answer = this.#answer(method, params);
    return answer.error
      ? { jsonrpc: '2.0', error: answer.error, id }
      : { jsonrpc: '2.0', result: answer.result, id };
  }

  #answer(method, params) {
    const [first, options = {}] = params;
    const context = { apiVersion: '3.1.11', slot: this.#slot };
    const badKey = rpcError(-32602, 'Invalid param: Invalid');
    switch (method) {
      case 'getHealth':
        return { result: 'ok' };
      case 'getSlot':
        return { result: this.#slot };
      case 'getSignaturesForAddress': {
        const { before, until, limit = 1000 } = options;
        if (!KEY.test(first)) return badKey;
        if (!(limit >= 1 && limit <= 1000)) return rpcError(-32602, 'Invalid limit; max 1000');
        const list = this.#list(first);
        const at = list.findIndex((s) => s.signature === before);
        const slot = this.#txs.get(before)?.slot;
        let rest = !before
          ? list
          : at >= 0
            ? list.slice(at + 1)
            : slot === undefined
              ? []
              : list.filter((s) => s.slot < slot);
        const stop = rest.findIndex((s) => s.signature === until);
        if (stop >= 0) rest = rest.slice(0, stop);
        return { result: rest.slice(0, limit) };
      }
      case 'getTransaction': {
        if (!SIGNATURE.test(first)) return badKey;
        const tx = this.#txs.get(first);
        if (tx?.version === 0 && options.maxSupportedTransactionVersion === undefined) {
          return rpcError(
            -32015,
            'Transaction version (0) is not supported by the requesting client. ' +
              'Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
          );
        }
        return { result: tx ?? null };
      }
      case 'getTokenAccountsByOwner': {
        if (!KEY.test(first)) return badKey;
        const { programId, mint } = options;
        if (programId && !PROGRAMS.includes(programId))
          return rpcError(-32602, 'Invalid param: unrecognized Token program id');
        const value = [...(this.#tokenAccounts.get(first)?.values() ?? [])].filter(
          ({ account }) =>
            (!programId || account.owner === programId) && (!mint || account.data.parsed.info.mint === mint),
        );
        if (value.length && (params[2]?.encoding ?? 'jsonParsed') === 'jsonParsed')
          return { result: { context, value } };
        return this.#recorded(method, params) ?? { result: { context, value } };
      }
      case 'getBalance': {
        if (!KEY.test(first)) return badKey;
        const last = this.#list(first)
          .map((s) => this.#txs.get(s.signature))
          .find(Boolean);
        const value =
          this.#lamports.get(first) ?? (last ? last.meta.postBalances[accountKeys(last).indexOf(first)] : 0);
        return { result: { context, value } };
      }
      case 'getBlockTime':
        return this.#blockTimes.has(first)
          ? { result: this.#blockTimes.get(first) }
          : rpcError(-32004, `Block not available for slot ${first}`);
      case 'getInflationReward':
        return {
          result: (first ?? []).map((address) => this.#rewards.get(`${address}:${options.epoch}`) ?? null),
        };
    }
    return (
      this.#recorded(method, params) ??
      (method === 'getAccountInfo'
        ? { result: { context, value: null } }
        : rpcError(-32601, 'Method not found'))
    );
  }

  #recorded(method, params) {
    const result = this.#recordings.get(requestKey('', '', [], { method, params }));
    return result === undefined ? undefined : { result };
  }
}
