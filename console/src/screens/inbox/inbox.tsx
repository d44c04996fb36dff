import { useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { OpenDemo } from '../../demo';
import { signOf, words } from '../../format';
import { linkTo, useApp, useData } from '../../state';
import type { NeedsBasis, NeedsPrice, Reconciliation, Transaction, UnmatchedTransfer } from '../../types';
import { Empty, Moment, Percent, Read, Tag, Units, Usd } from '../../ui';
import { BasisFix, ClassificationFix, PriceFix } from './fixes';
import { StatedBasis } from './stated-basis';
import { hasStatedPrice, StatedPrices } from './stated-prices';

interface Issues {
  reconciliation: Reconciliation;
  basis: NeedsBasis[];
  prices: NeedsPrice[];
  /** Transactions that no rule classifies with certainty. */
  uncertain: Transaction[];
  /** Transactions whose value the owner stated. */
  priced: Transaction[];
}

/** Of the transactions, for uncertain classifications. */
const MAX_PAGES = 20;

const isUncertain = ({ type, flags }: Transaction): boolean =>
  type === 'unknown' || flags.includes('classification_uncertain');

export function Inbox({ wallet }: { wallet: string }) {
  const { user } = useApp();
  const issues = useData(
    async (signal): Promise<Issues> => {
      const address = wallet;
      const reconciliation = await service.reconcileWallet({ address }, { signal });
      const [basis, prices, recent] = user
        ? await Promise.all([
            listAll('listLotsNeedingBasis', { address }),
            listAll('listTransactionsNeedingPrice', { address }),
            listAll('listTransactions', { address }, MAX_PAGES),
          ])
        : [[], [], []];
      return {
        reconciliation,
        basis,
        prices,
        uncertain: recent.filter(isUncertain),
        priced: recent.filter(hasStatedPrice),
      };
    },
    [wallet, user?.email],
  );
  return (
    <Read from={issues}>
      {(found) => (
        <>
          <Summary issues={found} />
          {user ? (
            <List wallet={wallet} issues={found} reload={issues.reload} />
          ) : (
            <Anonymous issues={found} />
          )}
          {user && <StatedBasis wallet={wallet} key={found.basis.length} reload={issues.reload} />}
          {user && <StatedPrices wallet={wallet} list={found.priced} reload={issues.reload} />}
        </>
      )}
    </Read>
  );
}

function Summary({ issues: { reconciliation } }: { issues: Issues }) {
  return (
    <p class="lead">
      {reconciliation.total_issues === 0
        ? 'No issue was found. '
        : `${reconciliation.total_issues} ${reconciliation.total_issues === 1 ? 'issue' : 'issues'}. `}
      The origin of{' '}
      {reconciliation.lineage_completeness_percent === null ? (
        '…'
      ) : (
        <Percent of={reconciliation.lineage_completeness_percent} />
      )}{' '}
      of the lots is known.
      {reconciliation.truncated && ' The history is truncated: a provider did not return all rows.'}
    </p>
  );
}

const differing = ({ reconciliation }: Issues) =>
  reconciliation.balance_check.filter(({ difference }) => signOf(difference) !== 0);

function List({ wallet, issues, reload }: { wallet: string; issues: Issues; reload: () => void }) {
  const { basis, prices, uncertain, reconciliation } = issues;
  const fixable = new Set(basis.map(({ tx_hash: hash }) => hash));
  const transfers = reconciliation.unmatched_transfers.filter(
    ({ direction, tx_hash: hash }) => direction === 'out' || !fixable.has(hash),
  );
  const balances = differing(issues);
  if (basis.length + prices.length + uncertain.length + transfers.length + balances.length === 0)
    return <Empty>Nothing to fix. Every inflow has a basis, and every transaction has a value.</Empty>;
  return (
    <ul class="issues">
      {basis.map((lot) => (
        <Issue
          key={lot.lot_id}
          kind="Missing basis"
          title={
            <>
              <Units of={lot.untracked_quantity} symbol={lot.symbol} /> arrived on{' '}
              <Moment of={lot.received_date} /> from an unknown source
            </>
          }
          effect={lot.max_gain_effect}
          tone="bad"
        >
          {(close) => (
            <BasisFix
              wallet={wallet}
              lot={lot}
              done={() => {
                close();
                reload();
              }}
            />
          )}
        </Issue>
      ))}
      {prices.map((one) => (
        <Issue
          key={one.transaction_id}
          kind="Missing price"
          title={
            <>
              {words(one.type)} of <Moment of={one.timestamp} />:{' '}
              {one.legs.map(({ symbol }) => symbol).join(', ')}
            </>
          }
          effect={one.max_gain_effect}
          tone="bad"
        >
          {(close) => (
            <PriceFix
              wallet={wallet}
              transactionId={one.transaction_id}
              done={() => {
                close();
                reload();
              }}
            />
          )}
        </Issue>
      ))}
      {uncertain.map((one) => (
        <Issue
          key={`uncertain ${one.transaction_id}`}
          kind="Uncertain classification"
          title={
            <>
              {words(one.type)} on <Moment of={one.timestamp} />
            </>
          }
          effect={one.gain_loss}
          tone="warn"
        >
          {(close) => (
            <ClassificationFix
              wallet={wallet}
              transactionId={one.transaction_id}
              direction={one.legs.some(({ direction }) => direction === 'out') ? 'out' : 'in'}
              done={() => {
                close();
                reload();
              }}
            />
          )}
        </Issue>
      ))}
      {transfers.map((one) => (
        <Issue
          key={`${one.transaction_id} ${one.token_key} ${one.direction}`}
          kind="Unmatched transfer"
          title={<Unmatched transfer={one} />}
          effect={one.value_usd}
          tone="warn"
        >
          {(close) => (
            <ClassificationFix
              wallet={wallet}
              transactionId={one.transaction_id}
              direction={one.direction}
              done={() => {
                close();
                reload();
              }}
            />
          )}
        </Issue>
      ))}
      {balances.map((one) => (
        <Issue
          key={one.token_key}
          kind={signOf(one.computed) < 0 ? 'Negative balance' : 'Balance differs'}
          title={
            <>
              {one.token_key}: computed <Units of={one.computed} />, on chain <Units of={one.on_chain} />
            </>
          }
          effect={null}
          tone="warn"
        >
          {() => (
            <p>
              Rows are missing or counted twice. Look at the{' '}
              <a href={linkTo('transactions', wallet)}>transactions</a> of this token, or import a file of the
              explorer on <a href={linkTo('exchanges')}>Exchanges</a>.
            </p>
          )}
        </Issue>
      ))}
    </ul>
  );
}

const Unmatched = ({ transfer }: { transfer: UnmatchedTransfer }) => (
  <>
    <Units of={transfer.quantity} symbol={transfer.symbol} />{' '}
    {transfer.direction === 'in' ? 'came in' : 'went out'} on <Moment of={transfer.timestamp} /> without a
    known other end
  </>
);

function Issue({
  kind,
  title,
  effect,
  tone,
  children,
}: {
  kind: string;
  title: preact.ComponentChildren;
  effect: string | null;
  tone: 'bad' | 'warn';
  children: (close: () => void) => preact.ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="issue">
      <div class="issue-line">
        <Tag kind={tone}>{kind}</Tag>
        <span class="issue-title">{title}</span>
        <span class="issue-effect">
          {effect === null ? (
            ''
          ) : (
            <>
              up to <Usd of={effect} />
            </>
          )}
        </span>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close' : 'Fix'}
        </button>
      </div>
      {isOpen && <div class="issue-fix">{children(() => setOpen(false))}</div>}
    </li>
  );
}

function Anonymous({ issues }: { issues: Issues }) {
  const { settings } = useApp();
  const { reconciliation } = issues;
  return (
    <>
      <p class="notice">
        A fix is stored in an account. Log in{settings.demo_account ? ', or open the demo account,' : ''} to
        fix these. <OpenDemo />
      </p>
      <ul class="issues">
        {reconciliation.unmatched_transfers.map((one) => (
          <li class="issue" key={`${one.transaction_id} ${one.token_key} ${one.direction}`}>
            <div class="issue-line">
              <Tag kind={one.direction === 'in' ? 'bad' : 'warn'}>
                {one.direction === 'in' ? 'Missing basis' : 'Unmatched transfer'}
              </Tag>
              <span class="issue-title">
                <Unmatched transfer={one} />
              </span>
              <span class="issue-effect">
                <Usd of={one.value_usd} />
              </span>
            </div>
          </li>
        ))}
      </ul>
      {reconciliation.unmatched_transfers.length === 0 && (
        <Empty>No transfer without a known other end.</Empty>
      )}
    </>
  );
}
