import { ACCOUNT_STORIES } from './account-stories';
import { EXCHANGE_STORIES } from './exchange-stories';
import { REPORT_STORIES } from './report-stories';
import type { Story } from './story';
import { WATCH_STORIES } from './watch-stories';
import { WALLETS_STORIES } from './wallets-stories';

/** STORIES: what a customer does with the product, from the first start to the last, in this order. */
export const STORIES: readonly Story[] = [
  ...ACCOUNT_STORIES,
  ...WATCH_STORIES,
  ...REPORT_STORIES,
  ...WALLETS_STORIES,
  ...EXCHANGE_STORIES,
];
