/**
 * Functions of lenders, in the form of `SIGNATURES`. An account contract runs most of them for its owner, so the row of
 * an explorer only has the name of the outer call.
 * @source contracts as published by Maker, Liquity, Morpho, Compound, Aave and Abracadabra
 */
export const LOAN_SIGNATURES = `
  drawDebt (address,uint256,uint256,uint256) repayDebt (address,uint256,uint256,address,uint256) operate
    (uint256,int256,int256,address) operatePerfect (uint256,int256,int256,address)
  addColl (uint256,uint256) adjustTrove (uint256,uint256,uint256,bool,address,address)
    (uint256,uint256,bool,uint256,bool,uint256) borrow (bytes32) cook (uint8[],uint256[],bytes[]) draw
    (address,address,address,uint256,uint256) (bytes32,uint256) (address,bytes32,uint256) free
    (bytes32,uint256) (address,bytes32,uint256) freeETH (address,address,uint256,uint256) freeGem
    (address,address,uint256,uint256) invoke (bytes32[],bytes[]) (uint256[],bytes[]) lock (bytes32,uint256)
    (address,bytes32) lockAndDraw (address,bytes32,uint256) (address,uint256) lockETH
    (address,address,uint256) lockETHAndDraw (address,address,address,address,uint256,uint256) lockGem
    (address,address,uint256,uint256,bool) lockGemAndDraw
    (address,address,address,address,uint256,uint256,uint256,bool) morphoBorrow
    ((address,address,address,address,uint256),uint256,uint256,uint256,address) morphoRepay
    ((address,address,address,address,uint256),uint256,uint256,uint256,address,bytes) morphoSupply
    ((address,address,address,address,uint256),uint256,uint256,uint256,address,bytes)
    morphoSupplyCollateral ((address,address,address,address,uint256),uint256,address,bytes) morphoWithdraw
    ((address,address,address,address,uint256),uint256,uint256,uint256,address) morphoWithdrawCollateral
    ((address,address,address,address,uint256),uint256,address) openLockETHAndDraw
    (address,address,address,address,bytes32,uint256) openLockGemAndDraw
    (address,address,address,address,bytes32,uint256,uint256,bool) openTrove (uint256,address,address)
    (address,uint256,uint256,uint256,uint256,uint256,uint256,uint256,address,address,address) repay
    (bytes32) repayBold (uint256,uint256) repayWithATokens (bytes32) repayWithPermit
    (bytes32,bytes32,bytes32) safeLockETH (address,address,uint256,address) safeLockGem
    (address,address,uint256,uint256,bool,address) safeWipe (address,address,uint256,uint256,address)
    safeWipeAll (address,address,uint256,address) shut (bytes32) (address,bytes32)
    (address,bytes32,address) supply (bytes32) supplyWithPermit (bytes32,bytes32,bytes32) wipe
    (address,address,uint256,uint256) (bytes32,uint256) (address,bytes32,uint256)
    (address,bytes32,uint256,address) wipeAll (address,address,uint256) wipeAllAndFreeETH
    (address,address,address,uint256,uint256) wipeAllAndFreeGem (address,address,address,uint256,uint256)
    wipeAndFree (address,bytes32,uint256,uint256) (address,bytes32,uint256,uint256,address) wipeAndFreeETH
    (address,address,address,uint256,uint256,uint256) wipeAndFreeGem
    (address,address,address,uint256,uint256,uint256) withdrawBold (uint256,uint256,uint256) withdrawColl
    (uint256,uint256) withdrawETHWithPermit (address,uint256,address,uint256,uint8,bytes32,bytes32)
`;
