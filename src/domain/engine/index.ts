/** The engine's front door: other rooms import this file and no other. */
export * from './transaction';
export * from './lot';
