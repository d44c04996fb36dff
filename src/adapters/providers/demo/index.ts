export { DEMO_ADDRESSES } from './demo.addresses';
export { DemoHistorySource } from './demo.provider';
export { closeOf } from './demo.prices';
export { DemoWallets } from './demo.wallets';
