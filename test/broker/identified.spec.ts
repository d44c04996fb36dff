import { identifiedBy } from '../../src/domain/evidence';
import { TAXPAYER, type ManualEntry } from '../../src/domain/overlays/manual-entry';

/** The record that identified the units of a sale, as the evidence prints it. @source 26 CFR 1.1012-1(j) */
const SOLD = {
  ...{ wallet: 'w', transactionId: 't', txHash: null, disposedAt: 50, flags: [] },
  asset: { id: 'eth' },
} as const;
const ORDER: ManualEntry = {
  kind: 'method_election',
  wallet: 'w',
  method: 'hifo',
  from: 10,
  recordedAt: null,
};
const LOTS: ManualEntry = { kind: 'lot_selection', wallet: 'w', assetId: 'eth', txHash: 't', selections: [] };
const told = {
  communicated: { at: 20, evidence: { kind: 'ticket', sha256: null, reference: 'no. 7' } },
} as const;

it.each<[string, ManualEntry[], object, boolean, RegExp]>([
  ['no order', [], {}, false, /^First in, first out: no other/],
  ['an order', [ORDER], {}, false, /^A standing order, HIFO/],
  ['an order of all wallets', [{ ...ORDER, wallet: TAXPAYER }], {}, false, /HIFO/],
  [
    'an order of the wallet before it',
    [{ ...ORDER, wallet: TAXPAYER, method: 'lifo' }, ORDER],
    {},
    false,
    /HIFO/,
  ],
  ['an order of another wallet', [{ ...ORDER, wallet: 'x' }], {}, false, /^First in/],
  ['an order that ended', [{ ...ORDER, until: 50 }], {}, false, /^First in/],
  ['a selection before an order', [ORDER, LOTS], {}, false, /^A selection of lots/],
  ['a late selection', [ORDER, LOTS], { flags: ['late_identification'] }, false, /HIFO/],
  ['an order that the broker did not have', [ORDER], {}, true, /^First in/],
  [
    'an order that it had later',
    [{ ...ORDER, ...told, communicated: { ...told.communicated, at: 51 } }],
    {},
    true,
    /^First in/,
  ],
  ['an order that it had, with its evidence', [{ ...ORDER, ...told }], {}, true, /HIFO.*ticket \(no\. 7\)/],
  ['other units than it had', [ORDER], { flags: ['not_identified_to_broker'] }, true, /broker was not told/],
])('%s', (_name, entries, more, isAtBroker, words) => {
  expect(identifiedBy(entries, { ...SOLD, ...more }, isAtBroker)).toMatch(words);
});
