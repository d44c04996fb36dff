import { Name } from '../../sources';
import type { Question } from './questions';

/** From whom to whom, as far as it is known. */
export function Ends({ question: { issue, direction, other } }: { question: Question }) {
  const own = <Name of={issue.address} />;
  if (direction === null && issue.type !== 'missing_basis') return own;
  const side = other === null ? 'unknown' : <Name of={other} />;
  return direction === 'out' ? (
    <>
      {own} → {side}
    </>
  ) : (
    <>
      {side} → {own}
    </>
  );
}
