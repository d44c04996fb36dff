/** Public API: the register of rules, and the rules that a form may rest on. */
export { BILL_IDS, firstYearAfter, firstYearOf, isInForce, LawInForce } from './in-force';
export { LAW, LAW_IDS, lawRecord, type BillId, type LawId } from './register';
export type { LawParameter, LawRecord, LawStatus } from './record';
