/**
 * The share of `total` for the units `from`..`upTo` of `whole`. A boundary has the same value from both sides, so
 * shares sum to the total exactly for every way to cut it. The last share takes the remainder.
 * @source tax-rules 1.3
 */
export function shareOf(total: bigint, from: bigint, upTo: bigint, whole: bigint): bigint {
  const end = upTo === whole ? total : (total * upTo) / whole;
  return from === 0n ? end : end - (total * from) / whole;
}
