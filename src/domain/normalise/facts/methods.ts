/** Names of selectors, for upstreams that return no name. */
const SELECTORS: Readonly<Record<string, string>> = {
  '0x095ea7b3': 'approve',
  '0xa22cb465': 'setapprovalforall',
  '0x39509351': 'increaseallowance',
  '0xa9059cbb': 'transfer',
  '0x23b872dd': 'transferfrom',
  '0x42842e0e': 'safetransferfrom',
  '0xb88d4fde': 'safetransferfrom',
  '0xd0e30db0': 'deposit',
  '0x2e1a7d4d': 'withdraw',
  '0xb6b55f25': 'deposit',
  '0xe2bbb158': 'deposit',
  '0x441a3e70': 'withdraw',
  '0xe8eda9df': 'deposit',
  '0x617ba037': 'supply',
  '0x69328dec': 'withdraw',
  '0x6e553f65': 'deposit',
  '0xba087652': 'redeem',
  '0xb460af94': 'withdraw',
  '0xa694fc3a': 'stake',
  '0x3a4b66f1': 'stake',
  '0x2e17de78': 'unstake',
  '0xe9fad8ee': 'exit',
  '0x3d18b912': 'getreward',
  '0xc00007b0': 'getreward',
  '0x7050ccd9': 'getreward',
  '0x4641257d': 'harvest',
  '0xddc63262': 'harvest',
  '0x18fccc76': 'harvest',
  '0x4e71d92d': 'claim',
  '0x1e83409a': 'claim',
  '0x2e7ba6ef': 'claim',
  '0xae0b51df': 'claim',
  '0x372500ab': 'claimrewards',
  '0x3111e7b3': 'claimrewards',
  '0xb88a802f': 'claimreward',
  '0xe9af0292': 'claimcomp',
  '0xc5ebeaec': 'borrow',
  '0xa415bcad': 'borrow',
  '0x0e752702': 'repayborrow',
  '0x4e4d9fea': 'repayborrow',
  '0x573ade81': 'repay',
  '0xe8e33700': 'addliquidity',
  '0xf305d719': 'addliquidityeth',
  '0xbaa2abde': 'removeliquidity',
  '0x02751cec': 'removeliquidityeth',
  '0xa0712d68': 'mint',
  '0x1249c58b': 'mint',
  '0xdb006a75': 'redeem',
  '0x852a12e3': 'redeemunderlying',
  '0xa1903eab': 'submit',
  '0x454b0608': 'migrate',
  '0x00a718a9': 'liquidationcall',
  '0x65fc3873': 'createlock',
  '0x4957677c': 'increaseamount',
  '0x0b4c7e4d': 'addliquidity',
  '0x4515cef3': 'addliquidity',
  '0x1a4d01d2': 'removeliquidityonecoin',
};

/**
 * Normalises a method for the rules. Returns the letters and digits of the name before the parameters, in
 * lower case. Without a name, returns the name of a known selector, else the selector. Returns an empty text
 * for a plain payment.
 */
export function methodName(method: { id: string | null; name: string | null }): string {
  const name = (method.name ?? '').split('(')[0] ?? '';
  const known = name.startsWith('0x') ? '' : name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
  if (known) return known;
  const id = method.id ?? (name.startsWith('0x') ? name : '');
  return id === '' || id === '0x' ? '' : (SELECTORS[id.toLowerCase()] ?? id.toLowerCase());
}

/** Kinds of method names. Each kind is used in one rule. */
export const METHOD_KINDS = {
  approval: /^(approve|setapprovalforall|increaseallowance|decreaseallowance|permit|revoke)/,
  plainTransfer:
    /^($|transfer|transferfrom|safetransferfrom|send|forward|splittransfer|approveandcall|disperse|multisend|batchtransfer)/,
  borrow: /^borrow/,
  repay: /^repay/,
  reward:
    /^(getreward|getallrewards|harvest|claimreward|claimallreward|collectreward|withdrawreward|claimcomp|claimfees|claimstaking|claimdividend|claiminterest|compound$)/,
  interest: /^(claimcomp|claiminterest)/,
  claim: /^(claim|redeemairdrop|airdrop|collect$)/,
  airdrop: /^(airdrop|multisendairdrop|distribute|droptokens|dropto)/,
  deposit:
    /^(deposit|stake|lock|createlock|increaseamount|increaselock|supply|enter$|enterstaking|delegate|join$|commit$|updateaccountanddeposit|startauctions)/,
  withdrawal:
    /^(withdraw|unstake|unlock|exit|leave|redeem|cancel|release|undelegate|claimsellorder|finalize)/,
  addLiquidity:
    /^(addliquidity|joinpool|joinswap|mint|supply|deposit|zap|enter|submit|stake|wrap|issue|increaseliquidity|migrate|portalin|provide)/,
  removeLiquidity:
    /^(removeliquidity|exitpool|exitswap|burn|redeem|withdraw|unstake|unwrap|leave|exit|decreaseliquidity|zapout)/,
  bridge:
    /bridge|^(sendtol2|outboundtransfer|depositeth$|depositethto|depositethfor|depositerc20|depositfor$|sendtochain|withdrawto|relaytokens)/,
  migration: /^(migrate|swapsaitodai|upgrade|convert)/,
  liquidation: /liquidat/,
} as const satisfies Record<string, RegExp>;
