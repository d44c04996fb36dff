import { useState } from 'preact/hooks';
import { service } from '../../api';
import { counted } from '../../format';
import { useApp } from '../../state';
import type { UnmatchedTransfer } from '../../types';
import { Action, Choice } from '../../ui';
import { NAMES } from './fixes';
import type { Question } from './questions';

type Type = UnmatchedTransfer['choices'][number];

/** One answer for several questions, one request each. What was stored before a refusal is undone by the same button. */
export function AnswerAll({
  title,
  questions,
  done,
  cancel,
}: {
  title: string;
  questions: readonly Question[];
  done: () => void;
  cancel?: () => void;
}) {
  const { tell } = useApp();
  const choices = shared(questions);
  const [type, setType] = useState<Type | null>(null);
  const [at, setAt] = useState(0);
  const chosen = type !== null && choices.includes(type) ? type : choices[0];
  const run = async (): Promise<void> => {
    const stored: { address: string; transaction_id: string }[] = [];
    const undo = async (): Promise<void> => {
      for (const one of stored) await service.removeClassification(one);
      done();
    };
    try {
      for (const { issue } of questions) {
        const of = { address: issue.address, transaction_id: issue.transaction_id ?? '' };
        await service.classifyTransaction({ ...of, body: { type: chosen } });
        stored.push(of);
        setAt(stored.length);
      }
      done();
    } finally {
      if (stored.length > 0)
        tell(`${counted(stored.length, 'question was', 'questions were')} answered.`, undo);
    }
  };
  return (
    <div class="notice bulk" role="group" aria-label={title}>
      <strong>{title}</strong>
      {chosen === undefined ? (
        <span>No answer fits all of them.</span>
      ) : (
        <>
          <Choice label="They were" value={chosen} names={choices} titles={NAMES} choose={setType} />
          <Action run={run} kind="primary">
            Answer all {questions.length}
          </Action>
          {at > 0 && at < questions.length && (
            <span class="note" role="status">
              {at} of {questions.length}
            </span>
          )}
        </>
      )}
      {cancel && (
        <button type="button" onClick={cancel}>
          Clear
        </button>
      )}
    </div>
  );
}

/** Answers that fit each of them; one that needs more to be said is given alone. */
function shared(questions: readonly Question[]): Type[] {
  const [first, ...rest] = questions.map(({ issue }) => issue.fix?.choices ?? []);
  return (first ?? []).filter((name) => name !== 'income' && rest.every((list) => list.includes(name)));
}
