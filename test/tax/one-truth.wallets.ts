import { MAIN, MINER, STAKER, VAULT } from '../../src/adapters/providers/demo/demo.addresses';

const RECORDED = '0x706a70067be19bdadbea3600db0626859ff25d74';

/** A recorded wallet and a story, with rows to review and rows without. */
export const FEW = [RECORDED, MAIN];
export const ALL = [...FEW, '0x003dc32fe920a4aaeed12dc87e145f030aa753f3', VAULT, MINER, STAKER];
