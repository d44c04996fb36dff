/** The end of 2099. A later time is not in seconds, or invented: the answer is malformed. */
export const LAST_BLOCK_SECONDS = 4_099_999_999;
export const BLOCK_SECONDS = /^(\d{1,9}|[1-3]\d{9}|40\d{8})$/;
