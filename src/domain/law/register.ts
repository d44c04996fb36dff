import type { LawParameter, LawRecord } from './record';

const known = <V extends LawParameter['value']>(value: V) => ({ value, unverified: false }) as const;
const unread = <V extends LawParameter['value']>(value: V) => ({ value, unverified: true }) as const;

const READ = '2026-11-28';
const RULE = { effectiveTo: null, parameters: {}, notComputable: null, readings: [], readOn: READ } as const;
const BILL = { ...RULE, status: 'bill', effectiveFrom: null } as const;

const HR10357 =
  'H.R. 10357, ordered reported by Ways and Means with a substitute on 2026-09-16 (The Block, CoinDesk); neither the text nor the description of the Joint Committee was read';
const HR9172 = 'H.R. 9172 (2026-06-08), opening read';
const HR8899 = 'H.R. 8899 (2026-05-19), opening read';
const HR9175 = 'H.R. 9175, opening read';
const HR9176 = 'H.R. 9176, title and opening read';
const HR9178 = 'H.R. 9178, opening read';

/** Coins of issuers under US supervision. No list of a regulator was read. */
const COINS = ['USDC', 'PYUSD', 'USDP', 'GUSD'] as const;

/** Annual exclusion of gifts per recipient. @source IRC 2503(b) */
const exclusion = (source: string, usd: number, effectiveFrom: string, effectiveTo: string | null) =>
  ({
    ...RULE,
    status: 'notice',
    what: `Gifts to one recipient up to ${usd} USD in a year are excluded.`,
    source,
    readOn: '2026-06-30',
    sure: 'high',
    effectiveFrom,
    effectiveTo,
    parameters: { gift_exclusion_usd: known(usd) },
  }) as const satisfies LawRecord;

const wash = (source: string, sure: LawRecord['sure']) =>
  ({
    ...BILL,
    what: 'Losses on digital assets are deferred into a replacement bought within 30 days; coins of one US dollar are left out.',
    source,
    sure,
    parameters: { effective_from: unread(null), coins_left_out: unread(COINS) },
    readings: [
      'Section 1091 as the engine has it: 30 days before and after, across all wallets of the taxpayer.',
      'Start: reported as tax years after enactment; one source has the introduction for H.R. 9172. Without effective_from it counts in every year.',
    ],
  }) as const satisfies LawRecord;

const fee = (source: string) =>
  ({
    ...BILL,
    what: 'No gain or loss on units that pay a small network fee.',
    source,
    sure: 'low',
    parameters: {
      effective_from: unread(null),
      fee_limit_usd: unread('10'),
      max_transfers_a_year: unread(5000),
    },
    readings: [
      'The limit is that of one transaction: a fee at the limit is above it.',
      'A transfer is a transaction that paid a network fee. With more of them in a year than the maximum, no fee of the year counts.',
      'Losses are left out as gains are. Fees that an exchange keeps are no network fees.',
    ],
  }) as const satisfies LawRecord;

const notRead = (what: string, source: string, notComputable: string) =>
  ({ ...BILL, what, source, sure: 'medium', notComputable }) as const satisfies LawRecord;

/**
 * LAW: the register of rules, in force and proposed. Every legal date and amount of a form is read from here. No
 * primary page was readable during writing: `docs/filing.md` lists what a person reads before a release.
 */
export const LAW = {
  'irc-1091': {
    ...RULE,
    status: 'law',
    what: 'Losses on stock and securities are disallowed when they are replaced within 30 days. Digital assets that are no securities are outside.',
    source: 'IRC 1091(a)',
    readOn: '2026-06-30',
    sure: 'high',
    effectiveFrom: '1954-08-16',
    parameters: { window_days: known(30) },
  },
  'irc-1211-b': {
    ...RULE,
    status: 'law',
    what: 'At most this much of a net capital loss is deducted in a year.',
    source: 'IRC 1211(b)',
    readOn: '2026-06-30',
    sure: 'high',
    effectiveFrom: '1978-01-01',
    parameters: { loss_limit_usd: known(3_000), loss_limit_separate_usd: known(1_500) },
  },
  'irc-170-f-11': {
    ...RULE,
    status: 'law',
    what: 'A deduction above this value of similar donated items needs a qualified appraisal. Digital assets are no publicly traded securities.',
    source: 'IRC 170(f)(11)(C), (F); CCA 202302012',
    readOn: '2026-06-30',
    sure: 'high',
    effectiveFrom: '2004-06-04',
    parameters: { appraisal_above_usd: known(5_000) },
  },
  'gift-exclusion-2009': exclusion('Rev. Proc. 2008-66 and later', 13_000, '2009-01-01', '2012-12-31'),
  'gift-exclusion-2013': exclusion('Rev. Proc. 2012-41 and later', 14_000, '2013-01-01', '2017-12-31'),
  'gift-exclusion-2018': exclusion('Rev. Proc. 2017-58 and later', 15_000, '2018-01-01', '2021-12-31'),
  'gift-exclusion-2022': exclusion('Rev. Proc. 2021-45', 16_000, '2022-01-01', '2022-12-31'),
  'gift-exclusion-2023': exclusion('Rev. Proc. 2022-38', 17_000, '2023-01-01', '2023-12-31'),
  'gift-exclusion-2024': exclusion('Rev. Proc. 2023-34', 18_000, '2024-01-01', '2024-12-31'),
  'gift-exclusion-2025': exclusion('Rev. Proc. 2024-40, 2025-32', 19_000, '2025-01-01', null),
  'reg-1.1012-1-j': {
    ...RULE,
    status: 'regulation',
    what: 'Basis wallet by wallet; units are identified no later than the sale, disposition or transfer: in own books for self-custody, to the broker for units in its custody, else the earliest of that custody.',
    source: '26 CFR 1.1012-1(j), T.D. 10000',
    sure: 'high',
    effectiveFrom: '2025-01-01',
  },
  'rev-proc-2024-28': {
    ...RULE,
    status: 'notice',
    what: 'A taxpayer allocates unused basis to wallets as of 2025-01-01: by a rule recorded before, or unit by unit before the first sale and the due date of the return.',
    source: 'Rev. Proc. 2024-28',
    readOn: '2026-06-30',
    sure: 'high',
    effectiveFrom: '2025-01-01',
    parameters: { last_due_date: known('2026-10-15') },
  },
  'notice-2025-7': {
    ...RULE,
    status: 'notice',
    what: 'Own books or an own standing order suffice for units at a broker.',
    source: 'Notice 2025-7',
    sure: 'high',
    effectiveFrom: '2025-01-01',
    effectiveTo: '2025-12-31',
  },
  'notice-2026-20': {
    ...RULE,
    status: 'notice',
    what: 'The relief of Notice 2025-7 for one year more; own units govern whatever the broker reports (4.05).',
    source: 'Notice 2026-20, IRB 2026-15',
    sure: 'high',
    effectiveFrom: '2026-01-01',
    effectiveTo: '2026-12-31',
  },
  'reg-1.6045-1-proceeds': {
    ...RULE,
    status: 'regulation',
    what: 'Brokers report the gross proceeds of sales of digital assets on Form 1099-DA.',
    source: '26 CFR 1.6045-1, T.D. 10000; Form 8949 (2025)',
    sure: 'high',
    effectiveFrom: '2025-01-01',
  },
  'reg-1.6045-1-basis': {
    ...RULE,
    status: 'regulation',
    what: 'Brokers report the basis of covered units: bought and held in that account.',
    source: 'T.D. 10000; Instructions for Form 1099-DA (2026)',
    sure: 'high',
    effectiveFrom: '2026-01-01',
  },
  'hr10357.wash': wash(HR10357, 'medium'),
  'hr10357.constructive_sales': notRead(
    'Constructive sales of digital assets.',
    HR10357,
    'It needs positions in derivatives, which no ledger has.',
  ),
  'hr10357.fee': fee(HR10357),
  'hr10357.rewards': notRead(
    'Income of staking and mining.',
    HR10357,
    'Reported both as unchanged and as clarified: the text was not read.',
  ),
  'hr10357.stablecoin': notRead('US dollar stablecoins.', HR10357, 'The rule was not read; see hr8899.'),
  'hr10357.simplified_accounting': notRead(
    'Simplified accounting, reported from 2028 on.',
    HR10357,
    'Its definitions were not read.',
  ),
  'hr8899.stablecoin': {
    ...BILL,
    what: 'No gain or loss on a regulated payment stablecoin, unless its basis is below 99 % of the redemption value (section 1046).',
    source: HR8899,
    sure: 'medium',
    parameters: { effective_from: unread(null), floor_ratio: known('0.99'), coins: unread(COINS) },
    readings: [
      'The redemption value of a unit is one US dollar. The limit itself is not below it.',
      'Transaction costs are outside of the basis in the bill; here they stay in it.',
    ],
  },
  'hr8899.validation_income': notRead(
    'An election for the income of validation.',
    HR8899,
    'It was not read what the election gives.',
  ),
  'hr9172.wash': wash(HR9172, 'medium'),
  'hr9172.constructive_sales': notRead(
    'Constructive sales of digital assets (section 3).',
    HR9172,
    'It needs positions in derivatives, which no ledger has.',
  ),
  'hr9175.rewards': {
    ...BILL,
    what: 'Units of validation and mining are taxed at their disposal, not at receipt.',
    source: HR9175,
    sure: 'medium',
    parameters: { effective_from: unread(null), kind_of_income: unread(null) },
    readings: [
      'The reward has a basis of 0 until it is sold. Whether the amount then is ordinary income or a gain is not known.',
      'Rewards of staking and of mining; interest of a lender is no validation.',
    ],
  },
  'hr9176.trading': notRead(
    'Lending, mark to market and a safe harbour of trading by analogy.',
    HR9176,
    'Its definitions were not read.',
  ),
  'hr9178.fee': fee(HR9178),
  'hr9178.stablecoin': notRead(
    'US dollar stablecoins (section 4).',
    HR9178,
    'The rule was not read; see hr8899.',
  ),
  'hr9178.simplified_accounting': notRead(
    'Simplified accounting for widely traded assets (section 3).',
    HR9178,
    'Its definitions were not read.',
  ),
  'hr9178.brokers': notRead(
    'Duties of brokers (section 5).',
    HR9178,
    'It changes reports of brokers, no figure of a ledger.',
  ),
} as const satisfies Record<string, LawRecord>;

export type LawId = keyof typeof LAW;
type IdsWith<S> = { [Id in LawId]: (typeof LAW)[Id]['status'] extends S ? Id : never }[LawId];
export type IdInForce = IdsWith<'law' | 'regulation' | 'notice'>;
export type BillId = Exclude<LawId, IdInForce>;

export const LAW_IDS = Object.keys(LAW) as LawId[];

export const lawRecord = (id: LawId): LawRecord => LAW[id];
