/** The default treatments of the service. */
export const POLICIES = { gasPolicy: 'dispose', wrapPolicy: 'carry', lpPolicy: 'taxable' } as const;
