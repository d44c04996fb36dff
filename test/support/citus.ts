import { withClient } from '../audit/entries';
import { TOPOLOGY } from './broker';

/** Environment variable: a superuser's URL of a database of the coordinator, in which the workers are known. */
const CITUS_URL = 'CITUS_URL';

/** True in a run in which the database of each service is distributed over a Citus cluster. */
export const isOverCitus = (): boolean => process.env[TOPOLOGY] === 'citus';

export const coordinatorUrl = (): string => process.env[CITUS_URL] ?? '';

/** URLs of a database on each worker. */
export async function onWorkers(database: string): Promise<string[]> {
  return (await workers()).map(({ host, port }) => {
    const url = new URL(coordinatorUrl());
    url.hostname = host;
    url.port = port;
    url.pathname = `/${database}`;
    return url.href;
  });
}

/** Makes empty databases of one name, on every node, a cluster. */
export async function joinNodes(database: string): Promise<void> {
  const url = new URL(coordinatorUrl());
  url.pathname = `/${database}`;
  for (const node of [url.href, ...(await onWorkers(database))])
    await withClient(node, (client) => client.query('CREATE EXTENSION citus'));
  await withClient(url.href, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [url.hostname, url.port]);
    for (const { host, port } of await workers())
      await client.query('SELECT citus_add_node($1, $2)', [host, port]);
  });
}

interface Node {
  host: string;
  port: string;
}

const workers = (): Promise<Node[]> =>
  withClient(coordinatorUrl(), async (client) => {
    const { rows } = await client.query<Node>(
      'SELECT node_name AS host, node_port::text AS port FROM citus_get_active_worker_nodes() ORDER BY 2, 1',
    );
    return rows;
  });
