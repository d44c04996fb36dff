/**
 * Seconds of a block, to the end of 2099. A later time is not in seconds, or is invented: the answer is malformed. Else
 * its rows would be in tax years that never come.
 */
export const LAST_BLOCK_SECONDS = 4_099_999_999;
/** The same as text. */
export const BLOCK_SECONDS = /^(\d{1,9}|[1-3]\d{9}|40\d{8})$/;
