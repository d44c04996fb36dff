/** Environment variable by which the process that owns the test services gives its workers its address. */
export const BROKER_PORT = 'TEST_BROKER_PORT';

/** The role of the services under test: it owns nothing. */
export const SERVICE = { name: 'test_service', password: 'test_service' };

/** Environment variable: `pgbouncer` or `citus` in a run of `npm run test:topologies`. */
export const TOPOLOGY = 'TEST_TOPOLOGY';
