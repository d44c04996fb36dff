/**
 * Checks both limits in one atomic step, by the clock of Redis. A sliding log (sorted set) has one member per call of
 * the last minute, its score in microseconds. A hash has the UTC day and its count. A refused call writes nothing, so
 * waiting is always enough. KEYS: log, day. ARGV: limit per minute, limit per day, cost. Returns [tripped: 0 no, 1
 * minute, 2 day; left this minute; left this day; microseconds to wait; to the end of the oldest call; to the next
 * day].
 * @source reliability.md 1.4, D14
 */
export const CLOCK_LINE = "local time = redis.call('TIME')";

export const LIMIT_SCRIPT = `
${CLOCK_LINE}
local now = time[1] * 1000000 + time[2]
local minute, dayMicros = 60000000, 86400000000
local perMinute, perDay = tonumber(ARGV[1]), tonumber(ARGV[2])
local minuteCost = math.min(tonumber(ARGV[3]), perMinute)
local dayCost = math.min(tonumber(ARGV[3]), perDay)

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - minute))
local used = redis.call('ZCARD', KEYS[1])
local today = math.floor(now / dayMicros)
local day = redis.call('HMGET', KEYS[2], 'day', 'calls')
local calls = (tonumber(day[1]) == today) and tonumber(day[2]) or 0

local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
local rolls = first[2] and (tonumber(first[2]) + minute - now) or (minuteCost > 0 and minute or 0)
local midnight = (today + 1) * dayMicros - now

if calls + dayCost > perDay then
  return {2, math.max(0, perMinute - used), math.max(0, perDay - calls), midnight, rolls, midnight}
end
if used + minuteCost > perMinute then
  local nth = used + minuteCost - perMinute - 1
  local oldest = redis.call('ZRANGE', KEYS[1], nth, nth, 'WITHSCORES')
  return {1, math.max(0, perMinute - used), perDay - calls, tonumber(oldest[2]) + minute - now, rolls, midnight}
end

local member = string.format('%.0f', now)
for i = 1, minuteCost do
  local n = redis.call('HINCRBY', KEYS[2], 'n', 1)
  redis.call('ZADD', KEYS[1], member, member .. '-' .. n)
end
redis.call('HSET', KEYS[2], 'day', string.format('%.0f', today), 'calls', string.format('%.0f', calls + dayCost))
redis.call('PEXPIRE', KEYS[1], 60000)
redis.call('PEXPIRE', KEYS[2], 172800000)
return {0, perMinute - used - minuteCost, perDay - calls - dayCost, 0, rolls, midnight}
`;

/** The braces keep both keys of a client on one cluster node. */
export const limitKeys = (client: string): [log: string, day: string] => [
  `limit:{${client}}:log`,
  `limit:{${client}}:day`,
];
