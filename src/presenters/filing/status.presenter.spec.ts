import { toStatus } from './status.presenter';

describe('the status of a form on the wire', () => {
  it('has one reason for what rows show and what is in no row', () => {
    const reasons = [
      { mark: 'uncertain_type', count: 2, amount: 500n },
      { mark: 'uncertain_in_no_row', count: 1, amount: null },
      { mark: 'settled_loan', count: 1, amount: 700n },
    ] as const;
    const uncertain = { reason: 'uncertain_type', status: 'INCOMPLETE', count: 3, amount_usd: '5.00' };
    const settled = { reason: 'uncertain_type', status: 'REVIEW', count: 1, amount_usd: '7.00' };
    expect(toStatus(reasons)).toEqual({ status: 'INCOMPLETE', status_reasons: [uncertain, settled] });
    const gap = { reason: 'history_incomplete', status: 'INCOMPLETE', count: 1, amount_usd: null };
    expect(toStatus([], ['A gap.']).status_reasons).toEqual([gap]);
  });
});
