import { type Watch, WatchList } from '../../src/ports/storage/watch-list';

/** Watches what the test sets. */
export class FakeWatchList extends WatchList {
  readonly watches: Watch[] = [];

  async watch(userId: string, _address: string, given: string): Promise<void> {
    this.watches.push({ userId, address: given, since: 0, owned: [] });
  }

  async unwatch(userId: string, address: string): Promise<void> {
    const at = this.watches.findIndex((each) => each.userId === userId && each.address === address);
    if (at >= 0) this.watches.splice(at, 1);
  }

  async watched(address?: string): Promise<Watch[]> {
    return this.watches.filter((each) => address === undefined || each.address.toLowerCase() === address);
  }

  async isOfOthers(address: string, userId: string | null): Promise<boolean> {
    return (await this.watched(address)).some((each) => each.userId !== userId);
  }
}
