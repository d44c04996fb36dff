/**
 * What units `from`..`upTo` of `whole` are worth of a total: a point between them is worth the same seen from either
 * side, so shares sum to the total exactly, in whatever pieces it is cut, and the last piece takes the remainder.
 * Nothing has to be remembered from one piece to the next.
 * @source tax-rules 1.3
 */
export function shareOf(total: bigint, from: bigint, upTo: bigint, whole: bigint): bigint {
  const end = upTo === whole ? total : (total * upTo) / whole;
  return from === 0n ? end : end - (total * from) / whole;
}
