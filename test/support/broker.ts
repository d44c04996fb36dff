/** Environment variable by which the process that owns the test services gives its workers its address. */
export const BROKER_PORT = 'TEST_BROKER_PORT';
