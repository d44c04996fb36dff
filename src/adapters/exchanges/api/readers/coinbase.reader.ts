import { flatCells } from '../../../../domain/exchanges';
import { ExchangeApiError } from '../../../../ports/exchanges/exchange-api';
import { fieldsAt, listAt, textAt, type Call } from '../call';
import { pageCounter, type ReadFrom, type ReadPage, type VenueReader } from './reader';

const ACCOUNTS_PAGE = 250;
const ROWS_PAGE = 100;

type Row = Readonly<Record<string, unknown>>;

async function* paged(
  call: Call,
  method: string,
  params: Readonly<Record<string, unknown>>,
): AsyncGenerator<Row[]> {
  const next = pageCounter();
  for (let after: string | null = null; ;) {
    next();
    const answer = await call(method, after === null ? params : { ...params, starting_after: after });
    yield listAt(answer, 'data');
    const following = textAt(fieldsAt(answer, 'pagination'), 'next_starting_after');
    if (following === '') return;
    if (following === after) throw new ExchangeApiError('answer');
    after = following;
  }
}

async function accountsOf(call: Call): Promise<Row[]> {
  const accounts: Row[] = [];
  for await (const page of paged(call, 'v2PrivateGetAccounts', { limit: ACCOUNTS_PAGE }))
    accounts.push(...page);
  return accounts;
}

async function* transactions(call: Call, { from }: ReadFrom): AsyncGenerator<ReadPage> {
  for (const account of await accountsOf(call)) {
    const params = { account_id: textAt(account, 'id'), limit: ROWS_PAGE };
    for await (const page of paged(call, 'v2PrivateGetAccountsAccountIdTransactions', params)) {
      yield { rows: page.map(flatCells) };
      if (from !== null && page.some((row) => Date.parse(textAt(row, 'created_at')) < from)) break;
    }
  }
}

/** @source docs.cdp.coinbase.com: v2 accounts and transactions, v3 key_permissions */
export const COINBASE: VenueReader = {
  paths: { rest: '' },
  lists: [{ name: 'transactions', part: 'ledger', format: 'coinbase_api_transactions', pages: transactions }],
  async key(call) {
    const facts = fieldsAt(await call('v3PrivateGetBrokerageKeyPermissions'));
    const may = (name: string): boolean => textAt(facts, name) === 'true';
    const user = fieldsAt(await call('v2PrivateGetUser'), 'data');
    return {
      readOnly: !may('can_trade') && !may('can_transfer'),
      lacks: may('can_view') ? [] : ['view'],
      owner: textAt(user, 'id') || null,
    };
  },
  async balances(call) {
    const accounts = await accountsOf(call);
    return accounts.map((account) => {
      const balance = fieldsAt(account, 'balance');
      return [textAt(balance, 'currency'), textAt(balance, 'amount')] as const;
    });
  },
};
