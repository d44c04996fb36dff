/**
 * A table of contracts: what an address is, by chain. Some protocols use one address for different contracts
 * on different chains.
 */
export class AddressBook<T> {
  /** By address, then by chain: most addresses of a history are in no table. */
  private readonly entries = new Map<string, Map<string, T>>();

  /**
   * Adds the rows of a text. A line without indent is the name of a protocol. Below it each line has a chain,
   * or `*` for every chain, and addresses in lower case. Lines that start with an address continue the line
   * above.
   */
  add(text: string, entryOf: (protocol: string) => T): this {
    let protocol = '';
    let chain = '';
    for (const line of text.split('\n')) {
      const words = line.trim().split(/\s+/);
      const [head = ''] = words;
      if (head === '') continue;
      if (!line.startsWith(' ')) protocol = line.trim();
      else {
        if (!ADDRESS.test(head)) chain = words.shift() ?? '';
        for (const address of words) this.put(chain, address, entryOf(protocol));
      }
    }
    return this;
  }

  /** @returns null for an address that is not listed for that chain */
  of(chain: string, address: string | null): T | null {
    if (address === null) return null;
    const chains = this.entries.get(address);
    return chains?.get(chain) ?? chains?.get('*') ?? null;
  }

  /** Keys are `chain:address`. The chain is `*` when the row is valid on every chain. */
  keys(): string[] {
    return [...this.entries].flatMap(([address, chains]) =>
      [...chains.keys()].map((on) => `${on}:${address}`),
    );
  }

  /** Every row. The chain is `*` when the row is valid on every chain. */
  *rows(): Iterable<{ chain: string; address: string; entry: T }> {
    for (const [address, chains] of this.entries)
      for (const [chain, entry] of chains) yield { chain, address, entry };
  }

  private put(chain: string, address: string, entry: T): void {
    const chains = this.entries.get(address) ?? new Map<string, T>();
    this.entries.set(address, chains.set(chain, entry));
  }
}

const ADDRESS = /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/;

/** @returns a table whose entries are the names of the protocols */
export const protocolBook = (text: string): AddressBook<string> =>
  new AddressBook<string>().add(text, (protocol) => protocol);
