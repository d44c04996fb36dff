/** A start-up error that the operator can fix. It is printed without a stack. */
export class LaunchError extends Error {}

export class AlreadyRunningError extends LaunchError {}
