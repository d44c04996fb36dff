/** The default treatments of the service, except that every deposit is an exchange. */
export const POLICIES = { gasPolicy: 'dispose', wrapPolicy: 'carry', depositPolicy: 'taxable' } as const;
