/** Something the person at the terminal can mend: shown without a stack, and the process ends with a code. */
export class LaunchError extends Error {}

/** The data directory is in use by a living process. */
export class AlreadyRunningError extends LaunchError {}
