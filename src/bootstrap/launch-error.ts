/**
 * A start-up error that the operator can fix. It is printed without a stack, and the process exits with a
 * code.
 */
export class LaunchError extends Error {}

/** A running process uses the data directory. */
export class AlreadyRunningError extends LaunchError {}
