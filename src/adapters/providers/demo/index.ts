/** Public exports of the demo provider: bundled wallets that need no network. */
export { DEMO_ADDRESSES } from './demo.addresses';
export { DemoHistorySource } from './demo.provider';
export { closeOf } from './demo.prices';
export { DemoWallets } from './demo.wallets';
