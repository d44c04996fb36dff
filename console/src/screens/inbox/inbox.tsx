import { useState } from 'preact/hooks';
import { listAll, service } from '../../api';
import { OpenDemo } from '../../demo';
import { counted } from '../../format';
import { useApp, useData } from '../../state';
import { Empty, Field, Percent, Read, Tag, Usd } from '../../ui';
import { isReported, shownOf, Unmatched, type Issues, type Shown } from './shown';
import { StatedBasis } from './stated-basis';
import { hasStatedPrice, StatedPrices } from './stated-prices';

/** Of the transactions, for those whose value the owner stated. */
const MAX_PAGES = 20;
/** Issues drawn at first, and by each further click. */
const DRAWN = 100;

export function Inbox({ wallet }: { wallet: string }) {
  const { user } = useApp();
  const issues = useData(
    async (signal): Promise<Issues> => {
      const address = wallet;
      const reconciliation = await service.reconcileWallet({ address }, { signal });
      const [basis, prices, reported, recent] = user
        ? await Promise.all([
            listAll('listLotsNeedingBasis', { address }),
            listAll('listTransactionsNeedingPrice', { address }),
            listAll('listIssues', { address }),
            listAll('listTransactions', { address }, MAX_PAGES),
          ])
        : [[], [], [], []];
      return {
        reconciliation,
        basis,
        prices,
        reported: reported.filter(isReported),
        founded: new Map(
          reported.flatMap(({ type, lot_id: lot, transaction_id: id }): [string, string][] =>
            type === 'missing_basis' && lot !== null && id !== null ? [[lot, id]] : [],
          ),
        ),
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
        ? reconciliation.held_outflow_count === 0
          ? 'No issue was found. '
          : ''
        : `${reconciliation.total_issues} ${reconciliation.total_issues === 1 ? 'issue' : 'issues'}. `}
      {reconciliation.held_outflow_count > 0 &&
        `${counted(reconciliation.held_outflow_count, 'held outflow waits', 'held outflows wait')} for your answer: they are no sale, and the forms of their years are not complete. `}
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

function List({ wallet, issues, reload }: { wallet: string; issues: Issues; reload: () => void }) {
  const [kind, setKind] = useState('');
  const [drawn, setDrawn] = useState(DRAWN);
  const all = shownOf(wallet, issues);
  if (all.length === 0)
    return <Empty>Nothing to fix. Every inflow has a basis, and every transaction has a value.</Empty>;
  const kinds = [...new Set(all.map((one) => one.kind))];
  const chosen = kinds.includes(kind) ? all.filter((one) => one.kind === kind) : all;
  return (
    <>
      {kinds.length > 1 && (
        <div class="filters">
          <Field label="Kind">
            <select
              value={kind}
              onChange={(event) => {
                setKind(event.currentTarget.value);
                setDrawn(DRAWN);
              }}
            >
              <option value="">All ({all.length})</option>
              {kinds.map((name) => (
                <option key={name} value={name}>
                  {name} ({all.filter((one) => one.kind === name).length})
                </option>
              ))}
            </select>
          </Field>
        </div>
      )}
      <ul class="issues">
        {chosen.slice(0, drawn).map((one) => (
          <Issue key={one.id} {...one} reload={reload} />
        ))}
      </ul>
      {chosen.length > drawn && (
        <div class="row">
          <button type="button" onClick={() => setDrawn(drawn + DRAWN)}>
            Show more
          </button>
          <span class="note">
            {drawn} of {chosen.length} are shown.
          </span>
        </div>
      )}
    </>
  );
}

function Issue({ kind, title, effect, tone, fix, reload }: Shown & { reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const done = (): void => {
    setOpen(false);
    reload();
  };
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
        {fix && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'Fix'}
          </button>
        )}
      </div>
      {isOpen && fix && <div class="issue-fix">{fix(done)}</div>}
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
