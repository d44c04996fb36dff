import { rowsOf, type FormName, type MadeForm } from '../../domain/forms';
import { toForm8949, type FormFacts } from './form-8949.presenter';
import { toSchedule1 } from './schedule-1.presenter';

export interface AnswerFacts extends FormFacts {
  tokenKeys?: ReadonlyMap<string, string>;
}

type Answers = { [N in FormName]?: (content: MadeForm<N>['content'], facts: AnswerFacts) => object };

/** ANSWERS: forms as JSON with all rows. A form without a row here has an answer of its route. */
const ANSWERS = {
  form_8949: (form, facts) => toForm8949(form, rowsOf(form), facts),
  schedule_1: (schedule, { tokenKeys = new Map(), ...facts }) =>
    toSchedule1(schedule, schedule.rows, { ...facts, tokenKeys }),
} as const satisfies Answers;

export function answerOf({ form, content }: MadeForm, facts: AnswerFacts): object {
  const answers: { [N in FormName]?: (content: never, facts: AnswerFacts) => object } = ANSWERS;
  const answer = answers[form];
  if (!answer) throw new RangeError(`${form} has no answer of its own`);
  return answer(content as never, facts);
}
