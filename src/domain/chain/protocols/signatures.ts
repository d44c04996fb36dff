import { selectorOf } from '../../kernel/hash';
import { FARM_SIGNATURES } from './farm-signatures';
import { LOAN_SIGNATURES } from './loan-signatures';

/**
 * Functions that the rules know by name: a name, then the parameters of each form. Their selectors are
 * computed, because some upstreams return the call data without a name (Blockscout on Optimism and Base).
 */
const SIGNATURES = `
  absorb (address,address[]) add_collateral (uint256) (uint256,address) add_liquidity (uint256[2],uint256)
    (uint256[3],uint256) (uint256[4],uint256) (uint256[2],uint256,bool) (uint256[2],uint256,bool,address)
    (uint256[3],uint256,bool) (uint256[],uint256) (uint256[],uint256,address) (address,uint256[4],uint256)
    (uint256[5],uint256) addColl (address,address) addCollateral (address,uint256) addLiquidity
    (address,address,uint256,uint256,uint256,uint256,address,uint256)
    (address,address,bool,uint256,uint256,uint256,uint256,address,uint256) (uint256[],uint256,uint256)
    (address,uint256)
    ((address,address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,int256[],uint256[],uint256[],address,address,uint256))
  addLiquidityNATIVE
    ((address,address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,int256[],uint256[],uint256[],address,address,uint256))
  addLiquidityDualTokenAndPt
    (address,address,(address,uint256,address,address,(uint8,address,bytes,bool)),uint256,uint256)
  addLiquidityETH (address,uint256,uint256,uint256,address,uint256)
    (address,bool,uint256,uint256,uint256,address,uint256) addLiquidityProportional
    (address,uint256[],uint256,bool,bytes) addLiquiditySingleToken
    (address,address,(address,uint256,address,address,(uint8,address,bytes,bool)),uint256,(uint256,uint256,uint256,uint256,uint256))
  addLiquidityUnbalanced (address,uint256[],uint256,bool,bytes) approve (address,uint256)
    (address,address,uint160,uint48) beefIn (address,uint256,address,uint256) beefInETH (address,uint256)
  beefOut (address,uint256) beefOutAndSwap (address,uint256,address,uint256) bondWithdrawal
    (address,uint256,bytes32,uint256) bondWithdrawalAndDistribute
    (address,uint256,bytes32,uint256,uint256,uint256) borrow (uint256)
    (address,uint256,uint256,uint16,address) (uint256,address,address) (uint256,address)
    ((address,address,address,address,uint256),uint256,uint256,address,address) borrow_more (uint256,uint256)
    (uint256,uint256,address) borrowETH (address,uint256,uint256,uint16) borrowMore (uint256,uint256) bridge
    (address,uint256) bridgeAsset (uint32,address,uint256,address,bool,bytes) bridgeERC20
    (address,address,uint256,uint32,bytes) bridgeERC20To (address,address,address,uint256,uint32,bytes)
  bridgeETH (uint32,bytes) bridgeETHTo (address,uint32,bytes) bridgeToken (address,uint256) (uint256,bytes)
  burn (uint256) cancelOrder ((address,address,address,address,address,uint256)) (bytes32) (uint256) cast
    (string[],bytes[],address) claim () (address) (uint256) (bytes32) (uint256,uint256) (address,uint256)
    (address,address) (address,uint256,bytes32[]) (uint256,address) (uint256,bytes32[])
    (uint256,address,uint256) (uint256,address,uint256,bytes32[]) (address,address,bool)
    (address,address,uint256,bytes32[]) (address,bool) (address[]) (address[],address) (bytes32[],uint256)
    (address,uint256,uint256,bytes32[]) (uint256,uint256,bytes32[])
    (address[],address[],uint256[],bytes32[][]) (bytes32,address,uint256,bytes32[])
    (address,address[],uint256[],bytes32[][]) (address,uint256,address,uint256,bytes32[])
    (uint256,uint256,uint256,bytes32[]) (address,uint256[],bytes32[]) (uint256,uint256[],bytes32[])
    (bytes16,bytes32[],uint256) (bytes16,uint256,bytes32[]) (address[],uint256) claim_many (address[20])
  claim_rewards () (address) (address,address) claimAll () (address) (address,uint256[]) claimAllRewards
    (address[],address) () claimAllRewardsToSelf (address[]) claimAndDelegate
    (uint256,address,bytes32[],address,uint256,uint8,bytes32,bytes32) (bytes16,bytes32[],uint256,address)
  claimAndStake () (address,uint256,bytes32[]) claimAsset
    (bytes32[32],bytes32[32],uint256,bytes32,bytes32,uint32,address,uint32,address,uint256,bytes) claimBribes
    (address[],address[][],uint256) claimComp (address) (address,address[]) (address[],address[],bool,bool)
  claimDelayedWithdrawals (uint256) (address,uint256) claimDividends () claimEarnings (address) claimEpoch
    (bytes32,uint256,address) claimFees (address[],address[][],uint256) () claimFromDistributorViaUniV2EOA
    (uint256) claimInterest () claimLockedTokens () claimMany (uint256[]) claimMessage
    (address,address,uint256,uint256,address,bytes,uint256) claimMessageWithProof
    ((bytes32[],uint256,uint32,address,address,uint256,uint256,address,bytes32,bytes)) claimMulti
    (address,(address,uint256,uint256,bytes32[])[]) claimMultipleStaked (address[],address) claimReward ()
    (address) (uint256) (uint256,address) (address,address) (uint256[]) (uint256[],uint256[]) claimRewards ()
    (address) (address[]) (address,uint256) (uint256) (address[],uint256,address)
    (address[],uint256,address,address) (address[],address[],address[]) (address[],address[])
    (address[],address[],address[],address[],uint256,uint256,uint256,uint256,uint256) (address,address)
    ((address[],address[],address[],address[]),(uint256,uint256,uint256,uint256)) (address,address[])
    (address[],address[],address[],address[],uint256,uint256,uint256,uint256) claimRewardsAndStake (address)
  claimStakingRewards (address) claimTo (address,address,address,bool) claimTokens (uint256,bytes32[])
    (address[]) () claimUnbondedTokens () claimUnstakeRequest (uint256) claimRedeemRequests (uint32[],uint32[])
    (uint32[],uint32[],bool,uint16) claimVestedTokens (address)
    (bytes32,address,uint128) claimVestedTokensFor (address) claimWithdraw (uint256) claimWithdrawal (uint256) claimWithdrawals
    (uint256[],uint256[]) claimWithdrawalsTo (uint256[],uint256[],address) leaveStaking (uint256) emergencyWithdraw () (uint256)
    (uint256,address) bond (uint256,address) bondWithHint (uint256,address,address,address,address,address) closeTrove () (uint256) collect
    ((uint256,address,uint128,uint128)) collectFees (uint256) collectReward () collectRewards (uint256)
  commitState (uint256,bytes) createWithdrawRequest (uint256) finalizeWithdrawal (uint256)
  unstakeRequest (uint128,uint128) initiateWithdrawal (address,uint256) (address,uint256,string) unstakeAETH (uint256)
  enterRedemptionQueue (address,uint120) burnRedemptionTicketNft (uint256,address) depositRequest
    (address,uint256,bytes32) createDeposit
    ((address,address,address,address,address,address,address[],address[],uint256,bool,uint256,uint256))
    (((address,address,address,address,address,address,address[],address[]),uint256,bool,uint256,uint256,bytes32[]))
  createWithdrawal ((address,address,address,address,address[],address[],uint256,uint256,bool,uint256,uint256))
    (((address,address,address,address,address[],address[]),uint256,uint256,bool,uint256,uint256,bytes32[]))
  completeQueuedWithdrawal
    ((address,address,address,uint256,uint32,address[],uint256[]),address[],uint256,bool)
    ((address[],uint256[],address,(address,uint96),uint32,address),address[],uint256,bool)
    ((address,address,address,uint256,uint32,address[],uint256[]),address[],bool) completeQueuedWithdrawals
    ((address,address,address,uint256,uint32,address[],uint256[])[],address[][],uint256[],bool[])
    ((address,address,address,uint256,uint32,address[],uint256[])[],address[][],bool[]) completeTransfer
    (bytes) completeTransferAndUnwrapETH (bytes) completeWithdrawal (address) (address,string) completeWithdraw (bool) () compound () (uint256)
    (uint256,uint256) convert (uint256) convertFCToZCHF (uint256) convertLockToStake (uint256) cooldown
    (uint256) () cooldownAssets (uint256) cooldownShares (uint256) create_loan (uint256,uint256,uint256)
    (uint256,uint256,uint256,address) create_loan_extended (uint256,uint256,uint256,address,uint256[])
    (uint256,uint256,uint256,address,uint256[],bytes)
    (uint256,uint256,uint256,address,uint256[],bytes,address) create_lock (uint256,uint256) create_lock_for
    (uint256,uint256,address) createLock (uint256,uint256) (uint256,uint256,address) createLockFor
    (uint256,uint256,address) createOrder
    ((address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes),bytes,uint32,bytes)
    ((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64)) createRetryableTicket
    (address,uint256,uint256,address,address,uint256,uint256,bytes) createSaltedOrder
    ((address,uint256,bytes,uint256,uint256,bytes,address,bytes,bytes,bytes,bytes),uint64,bytes,uint32,bytes,bytes)
  daiToUsds (address,uint256) decreaseAllowance (address,uint256) decreaseLiquidity
    ((uint256,uint128,uint256,uint256,uint256)) delegate (address) (address,uint256)
    (address,address,uint256,uint256) deposit () (uint256) (uint256,uint256) (uint256,address)
    (uint256,uint256,address) (uint256,uint256,bool) (uint256,bool) (address) (address,uint256)
    (address,uint256,uint16) (address,uint256,address,uint16) (address,uint256,address)
    (address,address,uint256) (uint256,address,uint256) (uint256,address,uint16) (bytes,bytes,bytes,bytes32)
    (address,address,uint256,uint256,int64,uint32,bytes,uint256) (uint16,uint256,address,uint16)
    (uint256,uint16) (uint128) (uint192) (uint256,address,uint16,uint256,uint8,bytes32,bytes32)
    (address,uint256,uint256,address) (uint256,address,address) (uint96,(address,bool,uint96)[])
    (uint96,(address,uint96,bool,bytes)[]) (uint96,(uint96,address,bytes)[]) (uint96,(address,bytes)[])
    (uint256,uint8,address) deposit_and_stake
    (address,address,address,uint256,address[],uint256[],uint256,bool,address)
    (address,address,address,uint256,address[],uint256[],uint256,bool,bool,address) deposit_reward_token
    (address,uint256) depositAll () (uint256,bool) depositAndClaim (uint256) depositAndStake (uint256,bool)
  depositBoth (uint256,uint256) depositCollateral (address,uint256) depositERC20
    (address,address,uint256,uint32,bytes) (address,uint256) (address,uint256,uint256)
    (address,uint104,address) depositERC20To (address,address,address,uint256,uint32,bytes) depositETH ()
    (address) (address,address,uint16) (uint256) (uint32,bytes) (uint256,bytes) depositEth () (uint256)
  depositEther () depositEtherFor (address) depositETHTo (address,uint32,bytes) depositFor (address)
    (address,uint256) (address,address,bytes) depositForBurn (uint256,uint32,bytes32,address)
    (uint256,uint32,bytes32,address,bytes32,uint256,uint32) depositForBurnWithCaller
    (uint256,uint32,bytes32,address,bytes32) depositForBurnWithHook
    (uint256,uint32,bytes32,address,bytes32,uint256,uint32,bytes) depositIntoStrategy
    (address,address,uint256) depositIntoStrategyWithSignature (address,address,uint256,address,uint256,bytes)
  depositReward (address,uint256) depositSingle (address,address,uint256,bytes32,bytes) depositTransaction
    (address,uint256,uint64,bool,bytes) depositV3
    (address,address,address,address,uint256,uint256,uint256,address,uint32,uint32,uint32,bytes)
    (bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,bytes32,uint32,uint32,uint32,bytes)
  depositWithPermit (uint256,address,uint256,uint8,bytes32,bytes32)
    (uint96,(address,bool,uint96)[],uint256,uint8,bytes32,bytes32) depositWithReferral
    (uint256,address,uint16) distribute (address,uint256,uint256,uint256,address,uint256) enter (uint256)
  enterStaking (uint256) execTransaction
    (address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes) execute (address,bytes)
    (bytes,bytes) (address,uint256,bytes) (address,uint256,bytes,uint8) (bytes32,bytes) (bytes,bytes[])
    (bytes,bytes[],uint256) ((bytes,bytes)) (uint256,bytes) execute302
    ((uint32,bytes32,uint64),address,bytes32,bytes,bytes,uint256) executeAffirmation (address,uint256,bytes32)
    (bytes) executeBatch (address[],bytes[]) (address[],uint256[],bytes[]) ((address,uint256,bytes)[])
    ((bytes,bytes)[]) executeMetaTransaction (address,bytes,bytes32,bytes32,uint8) executeSignatures
    (bytes,bytes) executeUserOp (address,uint256,bytes,uint8) executeUserOpWithErrorString
    (address,uint256,bytes,uint8) executeV3SlowRelayLeaf
    (((address,address,address,address,address,uint256,uint256,uint256,uint32,uint32,uint32,bytes),uint256,uint256),uint32,bytes32[])
  exit () (bool) (uint256) (uint256,address) (bytes) (address) exitPool
    (bytes32,address,address,(address[],uint256[],bytes,bool)) (uint256,uint256[]) exitPostExpToToken
    (address,address,uint256,uint256,(address,uint256,address,address,(uint8,address,bytes,bool))) fillRelay
    ((address,address,address,address,address,uint256,uint256,uint256,uint32,uint32,uint32,bytes),uint256)
    ((bytes32,bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,uint32,uint32,bytes),uint256,bytes32)
    ((bytes32,bytes32,bytes32,bytes32,bytes32,uint256,uint256,uint256,uint32,uint32,uint32,bytes),uint256,bytes32)
    (address,address,address,uint256,uint256,uint256,uint256,uint64,uint64,uint32) fillV3Relay
    ((address,address,address,address,address,uint256,uint256,uint256,uint32,uint32,uint32,bytes),uint256)
  finalizeBridgeERC20 (address,address,address,address,uint256,bytes) finalizeBridgeETH
    (address,address,uint256,bytes) finalizeDeposit (address,address,address,address,uint256,bytes)
  finalizeEthWithdrawal (uint256,uint256,uint16,bytes,bytes32[]) finalizeInboundTransfer
    (address,address,address,uint256,bytes) finalizeWithdrawal (uint256,uint256,uint16,bytes,bytes32[])
  finalizeWithdrawalTransaction ((uint256,address,address,uint256,uint256,bytes))
  finalizeWithdrawalTransactionExternalProof ((uint256,address,address,uint256,uint256,bytes),address) forward
    (address,bytes,uint256) fulfillOrder
    ((uint64,bytes,uint256,bytes,uint256,uint256,bytes,uint256,bytes,bytes,bytes,bytes,bytes,bytes),uint256,bytes32,bytes,address)
  get_reward () (address) getAllRewards () getAllRewardsFor (address) getReward () (address) (uint256)
    (uint256,address[]) (address,bool) (address,address) (address[]) (address,address[]) (address,bool,bool)
    (address[],address[],address[],address[],uint256,uint256,uint256,uint256,uint256) (address[],address)
    (uint256[]) (address[],address[],address[],address[],uint256,uint256,uint256) getRewardFor (address)
  getRewards () (address[]) (address) handleOps
    ((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)
    ((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)
  handleReceiveFinalizedMessage (uint32,bytes32,uint32,bytes) handleRewards
    (bool,bool,bool,bool,bool,bool,bool) harvest () (uint256) (uint256,address) (address) harvestAll ()
  harvestAllRewards (address) harvestFarms (address[]) harvestMultiplePools (uint256[]) increase_amount
    (uint256) (uint256,uint256) increaseAllowance (address,uint256) increaseAmount (uint256,uint256) (uint256)
    (uint128) increaseLiquidity ((uint256,uint256,uint256,uint256,uint256,uint256)) increaseLockAmount
    (uint256) increaseLockPosition (uint128,uint128) initiateUnbonding (uint256) initiateWithdraw (uint256)
  instantRedeem (uint256) instantUnstake (uint256) (uint256,bool) instantWithdraw (uint256) (uint256,bool)
  invalidateOrder ((address,address,uint256,uint256,bytes32,uint256,uint32,bool,int64)) joinPool
    (bytes32,address,address,(address[],uint256[],bytes,bool)) (uint256,uint256[]) leave (uint256)
  leaveStaking (uint256) liquidate (address)
    ((address,address,address,address,uint256),address,uint256,uint256,bytes) liquidateBorrow
    (address,uint256,address) (address,address) liquidationCall (address,address,address,uint256,bool) lock
    (address,uint256,uint256) (address,uint256,address) (uint256) (uint256,uint256) (address,uint256)
    (address,uint256,uint256,bytes) lockdown ((address,address)[]) lzReceive (uint16,bytes,uint64,bytes)
    ((uint32,bytes32,uint64),bytes32,bytes,address,bytes) migrate () (uint256) (address,uint256)
  migrateDAIToSUSDS (address,uint256) migrateDAIToUSDS (address,uint256) migrateSDAIToSUSDS (address,uint256)
  make (address,address,uint128,uint128) mint (uint256) () (address) (address,uint256) (uint256,address)
    ((address,address,uint24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))
    ((address,address,int24,int24,uint256,uint256,uint256,uint256,address,uint256))
    ((address,address,int24,int24,int24,uint256,uint256,uint256,uint256,address,uint256,uint160))
    ((address,address,int24,int24,int24,uint256,uint256,uint256,uint256,address,uint256))
    ((address,address,address,int24,int24,uint256,uint256,uint256,uint256,address,uint256)) mint_for
    (address,address) mint_many (address[8]) mintAndStakeGlp (address,uint256,uint256,uint256)
  mintAndStakeGlpETH (uint256,uint256) mintPyFromToken
    (address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool))) mintSyFromToken
    (address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool))) mintWithPermit
    (uint256) mkrToSky (address,uint256) modifyLiquidities (bytes,uint256) modifyLiquiditiesWithoutUnlock
    (bytes,bytes[]) multicall (bytes[]) (uint256,bytes[]) (bytes32,bytes[])
    ((address,bytes,uint256,bool,bytes32)[]) (address[],bytes[]) ((bool,bytes)[]) multiSend (bytes)
  onStateReceive (uint256,bytes) offer (uint256,address,uint256,address,uint256)
    (uint256,address,uint256,address,uint256,bool) (uint256,address,uint256,address) openTrove
    (uint256,uint256,address,address) outboundTransfer (address,address,uint256,bytes)
    (address,address,uint256,uint256,uint256,bytes) outboundTransferCustomRefund
    (address,address,address,uint256,uint256,uint256,bytes) partialRedeemPlans (uint256[],uint256[])
  processClaim ((uint256,uint256,uint32,bytes,(uint32,bytes32),uint32[],bytes[],(address,uint256)[]),address)
    ((uint32,uint32,bytes,(address,bytes32),uint32[],bytes[],(address,uint256)[]),address) processExits
    (address) processExpiredLocks (bool) (bool,uint256,address) processExpiredLocksOnBehalf (address)
  provideToSP (uint256,address) (uint256,bool) queueWithdrawal (uint256[],address[],uint256[],address,bool)
  queueWithdrawals ((address[],uint256[],address)[]) ((address[],uint256[],uint256[],address)[])
  receiveMessage (bytes,bytes) redeem (uint256) (uint256,uint256) (uint256,address) (uint256,address,address)
    (uint256,address,address,uint256) (address,uint256) (address,uint256,uint256)
    (uint256,uint256,address,address) (address,uint256,address,uint256,bool)
    (address,uint256,uint256,address,bytes32) redeemDueInterestAndRewards
    (address,address[],address[],address[]) (address,bool,bool) redeemDueInterestAndRewardsV2
    (address[],(address,bool,bool,address,uint256)[],address[],address,(address,address,uint256,(uint8,address,bytes,bool))[])
  exitPostExpToToken
    (address,address,uint256,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))
  exitPostExpToSy (address,address,uint256,uint256,uint256) redeemETH (uint256) redeemNative (uint256)
  redeemPlans (uint256[]) redeemPyToToken
    (address,address,uint256,(address,uint256,address,address,address,(uint8,address,bytes,bool)))
  redeemSyToToken (address,address,uint256,(address,uint256,address,address,(uint8,address,bytes,bool)))
  redeemUnderlying (uint256) relayMessage (uint256,address,address,uint256,uint256,bytes)
    (address,address,bytes,uint256) relayMessageWithProof
    (address,address,uint256,uint256,bytes,(uint256,bytes)) relayTokens (address,uint256) (address)
    (address,address,uint256) relayTokensAndCall (address,address,uint256,bytes) remove_collateral (uint256)
    (uint256,bool) remove_liquidity (uint256,uint256[2]) (uint256,uint256[3]) (uint256,uint256[4])
    (uint256,uint256[2],bool) (uint256,uint256[]) (address,uint256,uint256[4]) remove_liquidity_imbalance
    (uint256[2],uint256) (uint256[3],uint256) (uint256[4],uint256) remove_liquidity_one_coin
    (uint256,int128,uint256) (uint256,uint256,uint256) (uint256,uint256,uint256,bool)
    (address,uint256,int128,uint256) (uint256,int128,uint256,bool) removeCollateral (address,uint256)
  removeLiquidity (address,address,uint256,uint256,uint256,address,uint256)
    (address,address,bool,uint256,uint256,uint256,address,uint256) (uint256,uint256[],uint256)
    (address,address,uint16,uint256,uint256,uint256[],uint256[],address,uint256) removeLiquidityNATIVE
    (address,uint16,uint256,uint256,uint256[],uint256[],address,uint256) removeLiquidityETH
    (address,uint256,uint256,uint256,address,uint256) (address,bool,uint256,uint256,uint256,address,uint256)
  removeLiquidityETHSupportingFeeOnTransferTokens (address,uint256,uint256,uint256,address,uint256)
  removeLiquidityETHWithPermit (address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32)
  removeLiquidityOneToken (uint256,uint8,uint256,uint256) removeLiquidityProportional
    (address,uint256,uint256[],bool,bytes) removeLiquiditySingleTokenExactIn
    (address,uint256,address,uint256,bool,bytes) removeLiquidityWithPermit
    (address,address,uint256,uint256,uint256,address,uint256,bool,uint8,bytes32,bytes32) repay (uint256)
    (uint256,address) (address,uint256,uint256,address) (address,uint256,address) (address,uint256,uint256)
    ((address,address,address,address,uint256),uint256,uint256,address,bytes) (uint256,address,int256)
    (uint256,address,int256,bool) repay_extended (address,uint256[]) (address,uint256[],bytes) repayAll ()
  repayBehalf (address) repayBehalfExplicit (address,address) repayBorrow () (uint256) repayBorrowBehalf
    (address,uint256) repayETH (address,uint256,uint256,address) repayLUSD (uint256,address,address)
  repayWithATokens (address,uint256,uint256) repayWithPermit
    (address,uint256,uint256,address,uint256,uint8,bytes32,bytes32) requestL2Transaction
    (address,uint256,bytes,uint256,uint256,bytes[],address) requestL2TransactionDirect
    ((uint256,uint256,address,uint256,bytes,uint256,uint256,bytes[],address)) requestRedeem (uint256)
    (uint256,address,address) (uint256,address) requestWithdraw (uint256) (uint256,address)
    (uint256,address,string) (address,uint256) requestWithdrawEth (uint256) requestUnlock (uint256) requestDeposit
    (uint256,address,address) requestWithdrawal (uint256) (uint128,address) (uint256,address)
  requestWithdrawals (uint256[],address) requestWithdrawalsWstETH (uint256[],address) safeBatchTransferFrom
    (address,address,uint256[],uint256[],bytes) safeExecuteSignaturesWithAutoGasLimit (bytes,bytes)
  safeTransferFrom (address,address,uint256) (address,address,uint256,bytes)
    (address,address,uint256,uint256,bytes) save (uint192) (uint192,uint32) (address,uint192)
    (address,uint192,bool) (address,uint256) (uint256) send
    ((uint32,bytes32,uint256,uint256,bytes,bytes,bytes),(uint256,uint256),address)
    (address,address,uint256,uint64,uint64,uint32) sendFrom
    (address,uint16,bytes,uint256,(address,address,bytes))
    (address,uint16,bytes32,uint256,(address,address,bytes))
    (address,uint16,bytes,uint256,address,address,bytes) sendMessage (address,uint256,bytes,uint256)
    (address,uint256,bytes,uint256,address) (address,bytes,uint32) sendToL2
    (uint256,address,uint256,uint256,uint256,address,uint256) setApprovalForAll (address,bool) sgReceive
    (uint16,bytes,uint256,address,uint256,bytes) stake () (uint256) (uint256,uint256) (uint256,address)
    (address,uint256) (uint256,bytes) (uint256,bool) (address,uint256,uint256) (uint256,bool,bool)
    (uint256,uint256,bool) stakeAll () stakeEsGmx (uint256) stakeFor (address,uint256) stakeFrom
    (address,uint256) stakeGmx (uint256) stakeLocked (uint256,uint256) stakeLP (uint256) stakeWithPermit
    (uint256,uint256,uint8,bytes32,bytes32) startUnstake (uint256) submit (address) supply (address,uint256)
    (address,uint256,address,uint16) (address,uint256,address) (uint256)
    ((address,address,address,address,uint256),uint256,uint256,address,bytes) supplyCollateral
    ((address,address,address,address,uint256),uint256,address,bytes) supplyTo (address,address,uint256)
  supplyWithPermit (address,uint256,address,uint16,uint256,uint8,bytes32,bytes32)
    (uint256,address,uint16,uint256,uint8,bytes32,bytes32) swapAndSend
    (uint256,address,uint256,uint256,uint256,uint256,uint256,uint256) swapSaiToDai (uint256) transfer
    (address,uint256) transferAndCall (address,uint256,bytes) transferDelegationToL2
    (address,address,uint256,uint256,uint256) transferFrom (address,address,uint256) transferTokens
    (address,uint256,uint16,bytes32,uint256,uint32) undelegate (address,uint256) (address,address,uint256)
    (address) unlock () (uint256) (uint256,uint256) unlockAndWithdraw () unstake (uint256) (uint256,bool)
    (uint256,bool,bool) (uint256,address) (address,uint256) (address,uint256,bool) (uint256,bytes)
    (uint256,uint256) () (address,bytes32) (uint256,uint8) unstakeAll () unstakeAndClaim (uint256)
  unstakeAndRedeemGlp (address,uint256,uint256,address) unstakeAndRedeemGlpETH (uint256,uint256,address)
  unstakeEsGmx (uint256) unstakeFor (address,uint256) unstakeGmx (uint256) unstakeToken (uint256) unwrap
    (uint256) usdsToDai (address,uint256) withdraw () (uint256) (uint256,uint256) (uint256,bool)
    (uint256,address) (uint256,address,address) (uint256,address,address,uint256) (uint256,address,uint256)
    (address) (address,uint256) (address,address,uint256) (address,uint256,address)
    (address,uint256,uint32,bytes) (uint256,uint256,address) (uint192) (bytes32) (uint256,uint256,bool)
    ((address,address,address,address,uint256),uint256,uint256,address,address)
    (address,uint256,bytes32,uint256,bytes32,uint256,uint256,bytes32[],uint256) (address,uint192)
    (uint256,address,(address,uint16)[]) (uint96,address,(address,bool,uint96)[])
    (uint96,address,(address,bool,uint96,bytes)[]) (uint96,address,(uint96,address,bytes)[])
    (uint256,address,address,bool) withdraw_one_coin (uint256,int128,uint256) withdrawAll () (uint256) (bool)
    (address) (bool,bool) withdrawAllAndUnwrap (bool) withdrawAllERC20 () withdrawAndHarvest
    (uint256,uint256,address) withdrawAndUnwrap (uint256,bool) (uint256) withdrawBalance (uint256)
  withdrawColl (uint256,address,address) withdrawCollateral
    ((address,address,address,address,uint256),uint256,address,address) withdrawDelegated (address,address)
    (address,address,uint256) withdrawETH (address,uint256,address) (uint256) (uint256,address) withdrawEth
    (uint256) (address) withdrawEther (uint256) withdrawExpiredLocksTo (address) withdrawFrom
    (address,address,address,uint256) withdrawFromSP (uint256) (uint256,bool) withdrawGEAR (uint256,address)
  withdrawLocked () withdrawLUSD (uint256,uint256,address,address) withdrawMultiple (address[])
  withdrawRequest (uint256) withdrawReward (uint256) withdrawRewards () (address) withdrawSome (uint256)
  withdrawStake (uint256) withdrawTo (address,address,uint256) (address,uint256)
    (address,address,uint256,uint32,bytes) withdrawUnbonded () withdrawWithPermit (uint256,address,address)
  wrap (uint256) wrapAndRelayTokens () (address) wrapAndTransferETH (uint16,bytes32,uint256,uint32) xcall
    (uint32,address,address,address,uint256,uint256,bytes) xReceive
    (bytes32,uint256,address,address,uint32,bytes) zapIn (address,uint256) (address,address,uint256) zapOut
    (address,uint256)
`;

/** Selectors whose signature is not published, and the purpose of the call. */
const UNPUBLISHED: Readonly<Record<string, string>> = {
  '0xdeff4b24': 'fillRelay',
  // CrossCurve: a relayer delivers.
  '0xc5a37036': 'finalizeBridge',
  '0xad5425c6': 'depositV3',
};

let names: ReadonlyMap<string, string> | null = null;

/** @returns the name of the function without its parameters; null for an unknown selector */
export function nameOfSelector(selector: string): string | null {
  names ??= named();
  return names.get(selector) ?? null;
}

function named(): ReadonlyMap<string, string> {
  const found = new Map(Object.entries(UNPUBLISHED));
  let name = '';
  for (const word of `${SIGNATURES} ${LOAN_SIGNATURES} ${FARM_SIGNATURES}`.trim().split(/\s+/))
    if (word.startsWith('(')) found.set(selectorOf(name + word), name);
    else name = word;
  return found;
}
