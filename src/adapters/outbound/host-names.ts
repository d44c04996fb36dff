import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isLocalName } from './egress-policy';

const HOSTS_FILE = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** Per query and server. The deadline of the attempt also applies. */
const PATIENCE = { timeout: 3_000, tries: 2 };
const LOOPBACK = ['127.0.0.1', '::1'];

/** Needs no pool thread per query: with getaddrinfo, slow names delay others. */
export class HostNames {
  private known: ReadonlyMap<string, string[]> | null = null;

  /** @param servers `address:port` of name servers; empty: those of the machine */
  constructor(private readonly servers: readonly string[] = []) {}

  /**
   * Every address of a name, IPv4 first. Called once per connection, so that the checked address is the used one.
   * @throws Error with a `code` of c-ares when there is none
   */
  async addressesOf(name: string, signal: AbortSignal): Promise<string[]> {
    if (isLocalName(name)) return LOOPBACK;
    const listed = this.hosts().get(name.toLowerCase().replace(/\.$/, ''));
    if (listed) return listed;
    const resolver = new Resolver(PATIENCE);
    if (this.servers.length > 0) resolver.setServers(this.servers);
    const cancel = (): void => resolver.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await both(resolver, name);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  }

  private hosts(): ReadonlyMap<string, string[]> {
    return (this.known ??= readHosts());
  }
}

async function both(resolver: Resolver, name: string): Promise<string[]> {
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (found.length > 0) return found;
  const [first] = answers;
  throw first?.status === 'rejected' ? first.reason : new Error('no address');
}

/** Containers and operators name local machines in the hosts file. */
function readHosts(): ReadonlyMap<string, string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of textOf(HOSTS_FILE).split('\n')) {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!address) continue;
    for (const name of names.map((each) => each.toLowerCase()))
      hosts.set(name, [...(hosts.get(name) ?? []), address]);
  }
  return hosts;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
