/** Public API: what a broker that holds units was told of them, and what it offers. */
export { BROKER_OFFERS, offerOf, type BrokerOffer } from './offers';
export {
  brokerNotice,
  EVIDENCE_KINDS,
  isSameNotice,
  NOTICE_REFUSALS,
  refused,
  refuseLate,
  refuseLots,
  refuseMethod,
  type BrokerEvidence,
  type BrokerNotice,
  type EvidenceKind,
} from './notice';
export { brokerWallets, offerAt, type HeldAccount } from './accounts';
export { asksInWriting, CONFIRMATIONS, wordsOf, type Order } from './instruction';
