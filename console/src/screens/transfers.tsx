import { useState } from 'preact/hooks';
import { listAll, service } from '../api';
import { percent, short, words } from '../format';
import { linkTo, useData } from '../state';
import type { TransferMatch, UnpairedTransfer } from '../types';
import { Action, Card, Empty, Moment, Read, Tag, Units, Usd } from '../ui';
import { ExternalFix, StatedDisposals } from './external';

export function Transfers() {
  const matches = useData(() => listAll('listTransferMatches', { status: 'all' }), []);
  const open = useData(() => listAll('listUnmatchedTransfers', {}), []);
  const [turn, setTurn] = useState(0);
  const reload = (): void => {
    matches.reload();
    open.reload();
    setTurn((n) => n + 1);
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
      <Card title="Where did it come from, where did it go?">
        <Read from={open}>
          {(list) =>
            list.length === 0 ? (
              <Empty>Every transfer has its other end.</Empty>
            ) : (
              <ul class="issues">
                {list.map((one) => (
                  <Open
                    key={`${one.transaction_id} ${one.token_key} ${one.direction}`}
                    one={one}
                    reload={reload}
                  />
                ))}
              </ul>
            )
          }
        </Read>
        <p class="note">
          A transfer to someone else is external: state what it was. One from someone else is decided in the
          inbox. One of your own accounts is missing here: add it on Home.
        </p>
      </Card>
      <StatedDisposals key={`${turn}`} reload={reload} />
    </>
  );
}

/** A transfer without another end, and what can be decided about it. */
function Open({ one, reload }: { one: UnpairedTransfer; reload: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li class="issue">
      <div class="issue-line">
        <Tag kind="warn">{words(one.direction)}</Tag>
        <span class="issue-title">
          <Units of={one.quantity} symbol={one.symbol} /> on <Moment of={one.timestamp} />,{' '}
          {nameOf(one.source)}
          {one.counterparty && (
            <>
              , other side <code>{short(one.counterparty)}</code>
            </>
          )}
        </span>
        <span class="issue-effect">
          <Usd of={one.value_usd} />
        </span>
        {one.direction === 'out' && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Close' : 'External'}
          </button>
        )}
        <a class="button" href={linkTo('inbox', one.source.id)}>
          Decide in the inbox
        </a>
      </div>
      {isOpen && (
        <div class="issue-fix">
          <ExternalFix
            transactionId={one.transaction_id}
            done={() => {
              setOpen(false);
              reload();
            }}
          />
        </div>
      )}
    </li>
  );
}

const nameOf = ({ label, id }: { label: string; id: string }): string => (label === '' ? short(id) : label);

const VERBS = {
  confirm: (id: string) => service.confirmTransferMatch({ match_id: id }),
  reject: (id: string) => service.rejectTransferMatch({ match_id: id, body: {} }),
  undo: (id: string) => service.undoTransferMatch({ match_id: id }),
};

function Matches({ title, list, reload }: { title: string; list: TransferMatch[]; reload: () => void }) {
  const decide = (match: TransferMatch, verb: keyof typeof VERBS) => async (): Promise<void> => {
    await VERBS[verb](match.match_id);
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
