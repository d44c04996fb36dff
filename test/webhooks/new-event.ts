import type { NewEvent } from '../../src/ports/work/domain-events';

export const WALLET = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';

export const newEvent = (changes: Partial<NewEvent> = {}): NewEvent => ({
  type: 'transaction.new',
  address: WALLET,
  userId: null,
  occurredAt: null,
  key: null,
  data: { address: WALLET, note: 'naïve \u{1F600} "q" <b>' },
  ...changes,
});
