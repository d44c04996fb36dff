/**
 * Functions of farms, stakes, locks, pools and claims, in the form of `SIGNATURES`. Only the name decides what a call is
 * for, so a contract needs no row of its own.
 * @source contracts as published by their protocols
 */
export const FARM_SIGNATURES = `
  addCollateral (uint256) (uint256,uint256) addLiquidity (uint256,uint256,uint256) addMargin (uint256)
    addStake (uint256) add_liquidity (uint256[2],uint256,address) (uint256[3],uint256,address) anySwapOut
    (address,address,uint256,uint256) anySwapOutNative (address,address,uint256) anySwapOutUnderlying
    (address,address,uint256,uint256) borrow (address,uint256,uint256,uint16) borrowAtMaturity
    (uint256,uint256,uint256,address,address) buyVoucher (uint256,uint256) buyVoucherPOL (uint256,uint256)
    cancel (uint256) cancelWithdraw (uint256) ccipSend
    (uint64,(bytes,bytes,(address,uint256)[],address,bytes)) claim (uint256,uint256,address,uint256,bytes32[])
    (bytes32[],address,uint256) (address,uint256,bytes32[],bytes) (address,uint256,uint256,bytes)
    claimAirdrop (uint256,bytes32[]) (bytes32[],uint256) (address,uint256,bytes32[]) claimAllRewards
    (uint256) (address) (address[],address,uint256) claimBribes (address[],address[][],address)
    claimCumulative (address) claimDistributions
    (address,(uint256,uint256,address,uint256,bytes32[])[],address[])
    (address,(uint256,uint256,address,uint256,bytes32[])[]) claimDividend () (address) claimDividends
    (uint256) claimEarned () (address) claimFees (address[],address[][],address) claimForAccount (address)
    claimIncentives () claimInterest (address) claimMany (address[]) claimMultiple
    (uint256[],uint256[],bytes32[][]) claimPrize (address,address,uint256[],uint256[][],uint256,address)
    claimPrizes (address,uint8,address[],uint32[][],address,uint96) claimRebase (uint256) claimReward
    (bytes32) (bool) (address,address[]) (uint8,address) (address,address,uint256)
    (address,address,address[]) (address,uint256) claimRewards (uint256[]) (uint256,uint256) (bytes32)
    (address,bool) (uint256,address[]) (uint256,bool) (address,address,bool) (address,uint256,address)
    (bool) claimSelfApeCoin () claimStakingRewards (uint256) () claimTokens (uint256,uint256,bytes32[])
    (address,uint256,bytes32[]) claimUndelegation (uint256) claimUnlocked () claimUnstaked () claimVested
    () claimVestedTokens () claimWeek (address,uint256,uint256,bytes32[]) claimWeeks
    (address,(uint256,uint256,bytes32[])[]) claimWithProof (uint256,bytes32[]) claimYield (address) ()
    claim_many (uint256[]) collectReward (address,address) (uint256) collectRewards (address) ()
    completeUnstake () delegate (uint256) (uint256,uint256) deposit (address,address,uint256,uint256)
    (address,uint256,address,bool) (address,uint256,bool) (uint128,address,uint256) depositAndLock
    (uint256,uint256) depositApeCoin (uint256,address) depositAtMaturity (uint256,uint256,uint256,address)
    depositCollateral (uint256) depositETH (uint256,string) (uint256,address) (address,uint256)
    depositETHForWeETH (address) depositFor (uint256,uint256) depositManaged (uint256,uint256)
    depositNative () (address) depositSelfApeCoin (uint256) depositTo (address,uint256,address,address)
    (address,uint256) depositToAndDelegate (address,uint256,address) depositToken (address,uint256)
    depositTokens (uint256) depositUnderlying (address,uint256,address,uint256)
    depositWithExpiry (address,address,uint256,string,uint256) depositWithERC20
    (address,uint256,address) depositWithPermit (uint256,uint256,uint8,bytes32,bytes32) deposit_for
    (address,uint256) exit (address) (address,uint256) finalizeUnstake () getReward (bool)
    (address,address) (address,bool,address) (address[],address) (uint256,address) getRewards
    (address,address[]) (uint256,address[]) getYield () harvest (uint256[]) (address,uint256)
    (address,address) (uint256,uint256) harvestAll (address) (uint256[]) harvestMany (uint256[])
    harvestPools (uint256[]) increaseStake (uint256) join (address,uint256) (uint256) lock
    (address,uint256,uint256) lockFor (address,uint256) lockTokens (uint256) modify_lock (uint256,uint256)
    (uint256,uint256,address) newIntent (uint32[],address,address,address,uint256,uint24,uint48,bytes)
    redeemCollateral (uint256,address,address,address,uint256,uint256,uint256) redeemReward (uint256)
    redeemRewards (address) () redeemUnderlying (address,address,uint256,uint256) release (address) ()
    (address,uint256) removeCollateral (uint256,uint256) removeLiquidity (uint256,uint256,uint256,uint256)
    removeLiquidityImbalance (uint256[],uint256,uint256) removeStake (uint256) (address) remove_liquidity
    (uint256,uint256[2],address) (uint256,uint256[3],bool) remove_liquidity_imbalance
    (uint256[2],uint256,address) (uint256[3],uint256,bool) remove_liquidity_one_coin
    (uint256,int128,uint256,address) repayAtMaturity (uint256,uint256,uint256,address) sellVoucher_new
    (uint256,uint256) sellVoucher_newPOL (uint256,uint256) stake (uint256,uint256,address) (uint256[])
    (address,uint256,address) (uint256,address,bool) (address) stakeETH () (uint256) stakeEth () stakeFor
    (uint256,address) stakeToken (uint256) stakeTokens (uint256) supplyCollateral (uint256) topUpStake
    (uint256) transferOut
    (address,address,uint256,string) transferRemote (uint32,bytes32,uint256) unbond (uint256) () undelegate (uint256) (address[])
    unlock (address) (uint256[]) unlockTokens () unstake (uint256[]) (address,uint256,address)
    unstakeClaimTokens_new (uint256) unstakeClaimTokens_newPOL (uint256) unstakeToken (address,uint256)
    unstakeTokens (uint256) withdraw (uint128,address,uint256) (uint256[]) (address,uint256,uint256)
    (uint256,address,uint128) withdrawAtMaturity (uint256,uint256,uint256,address,address)
    withdrawCollateral (uint256) (address,uint256) withdrawDelegation (address,uint256) withdrawDividend ()
    withdrawDividends () withdrawETHGainToTrove (address,address) withdrawEarnings () withdrawExpiredLocks
    () withdrawFees (address,uint256) withdrawFor (address,uint256) withdrawFrom (address,uint256)
    withdrawInstantlyFrom (address,uint256,address,uint256) withdrawInterest () withdrawLock (uint256)
    withdrawManaged (uint256) withdrawMax (uint256,address) withdrawMultiple (uint256[])
    (uint256[],address,uint128[]) withdrawNative (uint256) (uint256,address) withdrawReward ()
    withdrawSelfApeCoin (uint256) withdrawSingle (uint256) withdrawToken (address,uint256) withdrawTokens
    (uint256) withdrawUnderlying (address,uint256,address,uint256) withdrawYield ()
    xSwapNative (uint32,bytes,uint32,bytes) xSwapToken (uint32,bytes,uint32,address,uint256,bytes)
`;
