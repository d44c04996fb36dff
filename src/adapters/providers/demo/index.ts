/** The demo provider's front door: bundled wallets that answer without a network. */
export { DEMO_ADDRESSES, isDemoAddress, type DemoAddress } from './demo.addresses';
export { DemoHistorySource } from './demo.provider';
export { closeOf } from './demo.prices';
export { DemoWallets } from './demo.wallets';
