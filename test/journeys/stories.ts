import { ACCOUNT_STORIES } from './account-stories';
import { EXCHANGE_STORIES } from './exchange-stories';
import { EVIDENCE_STORY, REPORT_STORIES } from './report-stories';
import type { Story } from './story';
import { SOLD, TRACKED, WATCH_STORIES } from './watch-stories';
import { WALLETS_STORIES } from './wallets-stories';

/** STORIES: what a customer does with the product, from the first start to the last, in this order. */
export const STORIES: readonly Story[] = [
  ...ACCOUNT_STORIES,
  ...WATCH_STORIES,
  ...REPORT_STORIES,
  ...WALLETS_STORIES,
  ...EXCHANGE_STORIES,
  EVIDENCE_STORY,
];

/** From the start over a job and a webhook to the end. */
export const SHORT_STORIES: readonly Story[] = [
  ...ACCOUNT_STORIES,
  TRACKED,
  SOLD,
  {
    name: 'the product ends in order',
    walk: async ({ product }) => {
      const codes = await product.stop();
      expect(codes.filter((code) => code !== 0)).toEqual([]);
    },
  },
];
