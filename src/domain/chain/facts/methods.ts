import { nameOfSelector } from '../protocols/signatures';

/**
 * Normalises a method for the rules. Returns the letters and digits of the name before the parameters, in
 * lower case. Without a name, returns the name of a known selector, else the selector. Returns an empty text
 * for a plain payment.
 */
export function methodName(method: { id: string | null; name: string | null }): string {
  const known = BY_SELECTOR[method.id?.toLowerCase() ?? ''];
  if (known !== undefined) return known;
  return nameOf(method);
}

/** A batch whose calls are not known: no part of its call data states what it does. */
export const UNREAD_BATCH = 'unreadbatch';

/** Selectors whose name is that of other calls. */
const BY_SELECTOR: Readonly<Record<string, string>> = {
  '0x8d80ff0a': UNREAD_BATCH, // multiSend(bytes) of a Safe, not to many receivers
  // depositETH of lenders and pools: the gateways of Aave 1 to 3, and others.
  '0x474cf53d': 'supplyeth', // (address,address,uint16)
  '0x58c22be7': 'supplyeth', // (address,uint16)
  // deposit(address,address,uint256,string) of the first routers of THORChain: with a memo.
  '0x1fece7b4': 'depositwithexpiry',
  // depositETH of bridges to rollups.
  '0xb1a1a882': 'depositethto', // (uint32,bytes)
  '0x9f8420b3': 'depositethto', // (uint256,uint256)
  '0xce0b63ce': 'depositethto', // (address,uint256,uint256)
};

function nameOf(method: { id: string | null; name: string | null }): string {
  const name = (method.name ?? '').split('(')[0] ?? '';
  const known = name.startsWith('0x') ? '' : plain(name);
  if (known) return known;
  const id = (method.id ?? (name.startsWith('0x') ? name : '')).toLowerCase();
  if (id === '' || id === '0x') return '';
  const named = nameOfSelector(id);
  return named === null ? id : plain(named);
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** A deposit in a bridge, as often as in a lender: what comes back decides. */
export const isUnclearDeposit = (method: string): boolean => method === 'depositeth';

/** Kinds of method names. A method may be of several kinds: the order of the rules decides. */
export const METHOD_KINDS = {
  approval: /^(approve|setapprovalforall|increaseallowance|decreaseallowance|permit|revoke|lockdown)/,
  plainTransfer:
    /^($|transfer(?!remote)|safetransferfrom|safebatchtransferfrom|send$|forward|splittransfer|approveandcall|disperse|multisend|batchtransfer)/,
  borrow:
    /^(borrow|morphoborrow|createloan|opentrove|withdrawlusd|withdrawbold|draw|generate|open\w*draw|lock\w*draw|issue(max)?synths)/,
  repay: /^(repay|morphorepay|wipe|safewipe|payback|closetrove|shut$|burnsynths)/,
  reward:
    /^(getreward|getallrewards|harvest|claimreward|claimallreward|collectreward|withdrawreward|claimcomp|claimfees|claimbribes|claimstaking|claimdividend|claiminterest|claimmulti|claimearnings|claimmany|mintmany|redeemdueinterest|redeemreward|sellvoucher|getyield|withdraw(dividend|earning|interest|yield|profit|fees)|distribute(reward|fees)|collectinterest|handlerewards|processclaim|compound$)/,
  interest: /^(claimcomp|claiminterest)/,
  claim: /^(claim|newclaim|redeemairdrop|redeemplans|partialredeemplans|airdrop|collect$)/,
  airdrop: /^(airdrop|multisendairdrop|distribute|droptokens|dropto)/,
  deposit:
    /^(deposit|stake|lock|createlock|increaseamount|increaselock|supply|enter$|enterstaking|delegate|join$|commit$|updateaccountanddeposit|startauctions|save$|providetosp|addcoll|createorder|createloan|borrowmore|opentrove|adjusttrove|morphosupply|safelock|bond$|bondwithhint|addstake|addtostake|increasestake|topupstake|buyvoucher|modifylock|increasecollateral|addmargin|pledge|provideliquidity|restake|cook$)/,
  withdrawal:
    /^(withdraw|unstake|unlock|exit|leave|redeem(?!plans)|cancel|release|undelegate|claimsellorder|finalize|claimwithdraw|closetrade|closeposition|closemargin|claimdelayed|claimunstake|claimunbonded|claimlocked|completequeued|completewithdraw|processexpiredlocks|removecoll|invalidateorder|free\w*|instantredeem|instantwithdraw|instantunstake|adjusttrove|morphowithdraw|emergencywithdraw|unbond|unfreeze|unpledge|(remove|decrease)(stake|collateral|margin)|claim(principal|collateral|deposit$|unlocked|undelegat|matured)|completeun(stake|bond|delegat)|cook$)/,
  /** Gives receipts back now, and pays later. */
  withdrawalRequest:
    /^(request(withdraw|redeem|redemption|unlock|unstake|unbond|exit)|(initiate|create|start|schedule)(withdraw|redeem|redemption|unstake|unbond)|instantwithdraw|instantunstake|orderunstake|unstake|queuewithdraw|cooldown|unbond|enterredemption|redeem(?!plans)|withdraw|leave|exit|claimmultiplestaked)/,
  /** Pays a request that was made before. */
  requestPaid:
    /^(claim(withdraw|unstake|unbond|unlock|redeem|redemption|request)|complete(withdraw|queuedwithdraw|unstake|redeem)|execute(glv)?withdraw|finalize(withdraw|redeem|unstake))/,
  /** Gives a deposit now, and gets its receipt later. */
  depositRequest: /^(create(glv)?deposit|requestdeposit|depositrequest)/,
  /** Pays the deposit and its rewards together. */
  exitWithRewards: /^(exit|withdrawall|unstakeall|withdrawandharvest)/,
  addLiquidity:
    /^(addliquidity|joinpool|joinswap|mint|supply|deposit|zap|enter|submit|stake|wrap|increaseliquidity|migrate|upgrade|portalin|provide|beefin)/,
  removeLiquidity:
    /^(removeliquidity|exitpool|exitswap|burn|redeem|withdraw|unstake|unwrap|leave|exit|decreaseliquidity|downgrade|zapout|beefout)/,
  /** Pools that keep their shares inside, as Liquidity Book does. */
  poolDeposit: /^addliquidity/,
  poolExit: /^removeliquidity/,
  /** Changes a concentrated position whose token stays in the wallet. */
  position: /^(increaseliquidity|decreaseliquidity|modifyliquidities)/,
  collectFees: /^(collect$|collectfees|collectreward)/,
  /** Pays the fees of a pool that gives no token for the liquidity, or whose token stays in the wallet. */
  poolFees: /^(claimfee\d?$|claimfeev\d$|claimpositionfee\d?$|collectfees(v\d)?$)/,
  bridge:
    /bridge|crosschain|teleport|tol2$|^(ccipsend|anyswapout|transferremote|globalsend|newintent|sendto(injective|cosmos)|sendtol2|outboundtransfer|depositeth$|depositethto|depositethfor|depositetherfor|depositerc20|depositforburn|depositv3|deposittransaction|sendtochain|sendmessage|sendfrom|swapandsend|withdrawto|relaytokens|wrapandrelay|wrapandtransfereth|createretryable|requestl2|createsaltedorder|xcall|xswap(native|token)|depositwithexpiry|crossswap|burnandcallaxelar|interchaintransfer)/,
  /** Delivers units of a bridge. The caller is the wallet or a relayer. */
  arrival:
    /^(transferout$|transferoutandcall|receivemessage|relaymessage|bondwithdrawal|finalizedeposit|finalizebridge|finalizeinbound|finalizewithdrawaltransaction|finalizeethwithdrawal|executesignatures|executeaffirmation|safeexecutesignatures|fillrelay|fillv3relay|executev3slow|sgreceive|lzreceive|lzcompose|execute302|completetransfer|claimmessage|claimasset|handlereceive|onstatereceive|commitstate|processexits|xreceive|fulfillorder)/,
  migration: /^(migrate|swapsaitodai|upgrade|convert|daitousds|usdstodai|mkrtosky)/,
  liquidation: /liquidat|^absorb/,
  /** Ends a margin trade: the venue pays what is left of the deposit. */
  closesTrade: /^(closetrade|closeposition|closemargin|closemarket|closeaccount)/,
} as const satisfies Record<string, RegExp>;

/** The name of a transfer of a stake account on Solana, which stays stake. */
export const STAKE_TRANSFER = 'transferStake';

/** What a transaction does to a channel of the Lightning network. `closeUsed`: another amount comes back. */
export const CHANNEL_CALLS = {
  open: 'openChannel',
  close: 'closeChannel',
  closeUsed: 'closeUsedChannel',
} as const;

/** Calls of a smart account by its owner: the account itself acts. */
const ACCOUNT_CALL = /^(exectransaction|execute|executebatch|executeuserop\w*|multicall|cast)$/;
/** A bundler executes operations of many accounts in one transaction. */
export const BUNDLES: ReadonlySet<string> = new Set(['0x1fad948c', '0x765e827f']);

export const isAccountCall = (method: string): boolean => ACCOUNT_CALL.test(method);
export const isBundled = ({ id, name }: { id: string | null; name: string | null }): boolean =>
  (id !== null && BUNDLES.has(id)) || (name ?? '').startsWith('handleOps');
