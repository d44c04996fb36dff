import { AsyncLocalStorage } from 'node:async_hooks';

const zones = new AsyncLocalStorage<string>();

/** A date without a time is a day in this zone. @param timezone IANA name */
export const inDateZone = <T>(timezone: string, work: () => T): T => zones.run(timezone, work);

export const dateZone = (): string | undefined => zones.getStore();
