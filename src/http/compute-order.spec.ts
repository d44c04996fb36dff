import { RequestContext } from './request-context';
import { FakeClock } from '../../test/fakes/fake-clock';
import { computeCaller } from './compute-order';

it('the work of all spaces is that of the caller, on the plan of the space', () => {
  const user = { kind: 'user', isOperator: false, sessionId: 's' } as const;
  const callers = ['s1', 's2'].map((id) => {
    const context = new RequestContext(new FakeClock(), 'r');
    context.identify({ ...user, userId: 'u', plan: 'free' });
    context.enter({
      ...user,
      userId: id,
      plan: 'basic',
      space: { id, ownerId: 'o', callerId: 'u', role: 'preparer' },
    });
    return computeCaller(context).caller;
  });
  expect(callers).toEqual(Array(2).fill({ kind: 'paid', id: 'user:u' }));
});
