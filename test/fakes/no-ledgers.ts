import { Ledgers } from '../../src/ports/storage/ledgers/ledgers';

const none = (): never => {
  throw new Error('no ledger is stored');
};

/** Stores no ledger, so that every one is computed. */
export class NoLedgers extends Ledgers {
  override find = () => Promise.resolve(null);
  override save = () => Promise.resolve();
  override prune = () => Promise.resolve(0);
  override forget = () => Promise.resolve();
  override transactions = none;
  override newest = none;
  override named = none;
  override lots = none;
  override openCost = none;
  override records = none;
  override lotsOf = none;
  override tokenKeys = none;
  override transactionsById = none;
  override lotsById = none;
  override linksAt = none;
  override effects = none;
  override needs = none;
  override gained = none;
  override issues = none;
  override assets = none;
  override openLots = none;
  override washed = none;
  override jointTransactions = none;
  override jointNewest = none;
  override ofAssets = none;
}
