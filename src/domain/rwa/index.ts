/** Public API: tokenized funds, their detection, and their yields. */
export { RWA_LIST, RWA_TOKENS, rwaToken, type RwaSymbol, type RwaToken, type YieldType } from './registry';
export { yieldCharacter, type YieldCharacter } from './character';
export { recognise, type Candidate } from './detect';
export { type DisposedLot, type RwaLot, type RwaPosition, type RwaQuote } from './position';
export { RateHistory, type DayRate } from './rate-history';
export { accruedYield, YIELDS } from './yields';
export { rwaHolding, rwaTotals, type Moment, type RwaHolding } from './holdings';
export { rwaTaxReport, type DisposedRow, type InterestRow, type RwaTaxReport } from './tax-report';
