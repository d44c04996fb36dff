import type { Mutant } from '../mutant';

const WASH = { file: 'src/domain/engine/replay/wash-sale.ts', tests: 'engine' } as const;

/** @source tax-rules 11; IRC 1091 */
export const WASH_SALES: readonly Mutant[] = [
  {
    ...WASH,
    name: 'wash-only-after-the-sale',
    mistake: 'Purchases before the sale are not looked at',
    find: 'this.lookBack(loss, group);',
    replace: '',
  },
  {
    ...WASH,
    name: 'wash-only-before-the-sale',
    mistake: 'Purchases after the sale are not looked at',
    find: 'group.losses.add(orderOf(loss.disposal.lot), loss);',
    replace: '',
  },
  {
    ...WASH,
    name: 'wash-29-days-after',
    mistake: 'The thirtieth day after the sale is out',
    find: 'this.day - loss.day > WASH_WINDOW_DAYS',
    replace: 'this.day - loss.day >= WASH_WINDOW_DAYS',
  },
  {
    ...WASH,
    name: 'wash-31-days-after',
    mistake: 'The thirty-first day after the sale is in',
    find: 'this.day - loss.day > WASH_WINDOW_DAYS',
    replace: 'this.day - loss.day > WASH_WINDOW_DAYS + 1',
  },
  {
    ...WASH,
    name: 'wash-29-days-before',
    mistake: 'The thirtieth day before the sale is out',
    find: 'this.day - boughtOn(lot) > WASH_WINDOW_DAYS',
    replace: 'this.day - boughtOn(lot) >= WASH_WINDOW_DAYS',
  },
  {
    ...WASH,
    name: 'wash-31-days-before',
    mistake: 'The thirty-first day before the sale is in',
    find: 'this.day - boughtOn(lot) > WASH_WINDOW_DAYS',
    replace: 'this.day - boughtOn(lot) > WASH_WINDOW_DAYS + 1',
  },
  {
    ...WASH,
    name: 'wash-by-elapsed-time',
    mistake: 'The window counts hours from the sale, not days',
    find: 'day: this.dayOf(disposal.disposedAt),',
    replace: 'day: disposal.disposedAt / DAY_MS,',
  },
  {
    ...WASH,
    name: 'replacement-used-twice',
    mistake: 'Units that replaced one loss replace another',
    find: 'detail.isReplacement = true;',
    replace: '',
  },
  {
    ...WASH,
    name: 'whole-loss-by-any-replacement',
    mistake: 'One unit bought back disallows the loss of them all',
    find: 'quantity === loss.quantityLeft ? loss.lossLeft : mulDiv(loss.lossLeft, quantity, loss.quantityLeft);',
    replace: 'loss.lossLeft;',
  },
  {
    ...WASH,
    name: 'disallowed-loss-is-gone',
    mistake: 'The loss that is not allowed joins no basis',
    find: 'detail.cost += disallowed;',
    replace: '',
  },
  {
    ...WASH,
    name: 'wash-time-not-tacked',
    mistake: 'The replacement does not take over the holding period',
    find: `detail.holdingDay = all.first;
    detail.holdingStartAt = (part.acquiredAt ?? part.receivedAt) - (boughtOn - all.last) * DAY_MS;`,
    replace: '',
  },
  {
    ...WASH,
    name: 'replacement-not-split',
    mistake: 'A replacement matched in part stays one lot: basis and time of the match cover all of it',
    find: 'const part = isUntouched ? lot : this.parts.of(lot, units, disallowed, pool);',
    replace: 'const part = lot;',
  },
  {
    ...WASH,
    name: 'purchase-washes-itself',
    mistake: 'The rest of the purchase that was sold replaces it',
    find: 'const order = orderOf(loss.disposal.lot);',
    replace: 'const order = null;',
  },
  {
    ...WASH,
    name: 'order-washes-itself',
    mistake: 'Another fill of the very order that was sold replaces it',
    find: 'root.orderId ?? root.transactionId',
    replace: 'root.transactionId',
  },
  {
    ...WASH,
    name: 'sale-washes-itself',
    mistake: 'Lots that the same transaction goes on to sell replace its first loss',
    find: 'layers: this.state.disposals.layersOf(disposal.row),\n    });',
    replace: 'layers: this.state.disposals.layersOf(disposal.row),\n    });\n    this.settle();',
  },
  {
    ...WASH,
    name: 'rewards-wash',
    mistake: 'Rewards and gifts count as purchases',
    find: `root.incomeType !== null) return false;
  return root.isPurchase === true || PURCHASES.has(root.source);`,
    replace: `PURCHASES.size === 0) return false;
  return PURCHASES.size > 0;`,
  },
  {
    ...WASH,
    name: 'transfers-wash',
    mistake: 'A transfer between own wallets counts as a purchase',
    find: 'return this.dayOf(lot.acquiredAt ?? lot.receivedAt);',
    replace: 'return this.dayOf(lot.receivedAt);',
  },
  {
    ...WASH,
    name: 'wash-per-wallet',
    mistake: 'A purchase in another wallet of the owner does not wash',
    find: 'const key = this.groupOf?.(of.asset.id) ?? of.asset.id;',
    replace: 'const key = String(Reflect.get(of, "wallet")) + (this.groupOf?.(of.asset.id) ?? of.asset.id);',
  },
  {
    ...WASH,
    name: 'wash-per-chain',
    mistake: 'Substantially identical units on another chain do not wash',
    find: 'const key = this.groupOf?.(of.asset.id) ?? of.asset.id;',
    replace: 'const key = of.asset.id;',
  },
  {
    name: 'every-loss-its-own-part',
    mistake: 'Parts of purchases grow with every trade',
    file: 'src/domain/engine/replay/replacement-parts.ts',
    find: 'this.splits < this.maxExact',
    replace: 'this.splits < Infinity',
    tests: 'engine',
  },
  {
    name: 'joined-units-lose-their-basis',
    mistake: 'Units that join a part of their purchase leave their basis behind',
    file: 'src/domain/engine/replay/replacement-parts.ts',
    find: 'more.cost += cost;',
    replace: '',
    tests: 'engine',
  },
];
