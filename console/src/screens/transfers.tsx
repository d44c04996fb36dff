import { getAll, post } from '../api';
import { percent, short, words } from '../format';
import { linkTo, useData } from '../state';
import type { TransferMatch, UnmatchedTransfer } from '../types';
import { Action, Card, Empty, Moment, Read, Tag, Units, Usd } from '../ui';

interface Unmatched extends UnmatchedTransfer {
  source: { type: string; id: string; label: string };
}

const PATH = '/api/v1/unified';

export function Transfers() {
  const matches = useData(() => getAll<TransferMatch>(`${PATH}/transfer-matches`, { status: 'all' }), []);
  const open = useData(() => getAll<Unmatched>(`${PATH}/unmatched-transfers`), []);
  const reload = (): void => {
    matches.reload();
    open.reload();
  };
  return (
    <>
      <Read from={matches}>
        {(all) => (
          <>
            <Matches
              title="Suggested matches"
              list={all.filter(({ status }) => status === 'suggested')}
              reload={reload}
            />
            <Matches
              title="Decided"
              list={all.filter(({ status }) => status !== 'suggested')}
              reload={reload}
            />
          </>
        )}
      </Read>
      <Card title="Without another end">
        <Read from={open}>
          {(list) =>
            list.length === 0 ? (
              <Empty>Every transfer has its other end.</Empty>
            ) : (
              <ul class="issues">
                {list.map((one) => (
                  <li class="issue" key={`${one.transaction_id} ${one.token_key} ${one.direction}`}>
                    <div class="issue-line">
                      <Tag kind="warn">{words(one.direction)}</Tag>
                      <span class="issue-title">
                        <Units of={one.quantity} symbol={one.symbol} /> on <Moment of={one.timestamp} />,{' '}
                        {nameOf(one.source)}
                        {one.counterparty && (
                          <>
                            {' '}
                            , other side <code>{short(one.counterparty)}</code>
                          </>
                        )}
                      </span>
                      <span class="issue-effect">
                        <Usd of={one.value_usd} />
                      </span>
                      {one.source.type === 'wallet' && (
                        <a class="button" href={linkTo('inbox', one.source.id)}>
                          Decide in the inbox
                        </a>
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            )
          }
        </Read>
        <p class="note">
          A transfer to or from someone else is external: state in the inbox what it was. One of your own
          accounts is missing here: link the wallet or connect the exchange.
        </p>
      </Card>
    </>
  );
}

const nameOf = ({ label, id }: { label: string; id: string }): string => (label === '' ? short(id) : label);

function Matches({ title, list, reload }: { title: string; list: TransferMatch[]; reload: () => void }) {
  const decide = (match: TransferMatch, verb: string) => async (): Promise<void> => {
    await post(`${PATH}/transfer-matches/${match.match_id}/${verb}`, verb === 'reject' ? {} : undefined);
    reload();
  };
  return (
    <Card title={title}>
      {list.length === 0 && <Empty>None. A match appears when both ends of a transfer are known.</Empty>}
      <ul class="issues">
        {list.map((match) => (
          <li class="issue" key={match.match_id}>
            <div class="issue-line">
              <Tag
                kind={match.status === 'confirmed' ? 'good' : match.status === 'rejected' ? 'bad' : 'plain'}
              >
                {words(match.status)}
              </Tag>
              <span class="issue-title">
                <Units of={match.out.quantity} symbol={match.out.symbol} /> from {nameOf(match.out.source)} (
                <Moment of={match.out.timestamp} withTime />) to {nameOf(match.in.source)} (
                <Moment of={match.in.timestamp} withTime />)
                <span class="note">
                  {' '}
                  Score {percent(scoreOf(match.score))}: {match.reasons.map(words).join(', ')}
                </span>
              </span>
              <span class="row">
                {match.status === 'suggested' ? (
                  <>
                    <Action run={decide(match, 'confirm')} kind="primary">
                      Confirm
                    </Action>
                    <Action run={decide(match, 'reject')}>Reject</Action>
                  </>
                ) : match.decided_by === 'system' ? (
                  <Action run={decide(match, 'reject')}>Reject</Action>
                ) : (
                  <Action run={decide(match, 'undo')}>Undo</Action>
                )}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** `0.9957` -> `99.57`: the point moves, no arithmetic. */
function scoreOf(score: string): string {
  const [whole = '0', fraction = ''] = score.split('.');
  const digits = fraction.padEnd(2, '0');
  return `${whole}${digits.slice(0, 2)}.${digits.slice(2) || '0'}`;
}
