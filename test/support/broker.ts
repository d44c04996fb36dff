/** Environment variable by which the process that owns the test services tells its workers where it listens. */
export const BROKER_PORT = 'TEST_BROKER_PORT';
