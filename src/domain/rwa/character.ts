import type { RWA_TOKENS } from './registry';

export interface YieldCharacter {
  legalForm: string;
  character: string;
  statement: string | null;
  /** The law from which the character follows. Empty when the legal form is not known. */
  source: string;
}

const UNKNOWN: YieldCharacter = {
  legalForm: 'not known',
  character: 'not known: ask the issuer',
  statement: null,
  source: '',
};

/**
 * CHARACTERS: by symbol. Legal forms are from the issuers' offering documents. The character follows from the legal
 * form; no guidance names a token. A statement of the issuer decides.
 * @source IRC 61(a)(4), 163(e), 1272 (debt); 852(b) (registered funds); 702 (partnerships); 301, 1291-1298 (foreign
 * corporations); tax-rules 14.9
 */
const CHARACTERS: Partial<Record<keyof typeof RWA_TOKENS, YieldCharacter>> = {
  BUIDL: {
    legalForm: 'share of a foreign fund company',
    character: 'dividend of a foreign corporation; PFIC rules may apply',
    statement: 'PFIC annual information statement, where the fund gives one',
    source: 'IRC 301, 1291 to 1298',
  },
  USDY: {
    legalForm: 'secured note',
    character: 'interest or original issue discount, as of a bank deposit',
    statement: 'Form 1099-INT or 1099-OID',
    source: 'IRC 61(a)(4), 1272',
  },
  OUSG: {
    legalForm: 'interest in a limited partnership',
    character: 'share of the interest and gains of a partnership',
    statement: 'Schedule K-1 (Form 1065)',
    source: 'IRC 702',
  },
  BENJI: {
    legalForm: 'share of a registered money market fund',
    character: 'dividend of a regulated investment company; part of it may be exempt from state tax',
    statement: 'Form 1099-DIV',
    source: 'IRC 852(b)',
  },
  USYC: {
    legalForm: 'share of a foreign fund company',
    character: 'dividend or gain of a foreign corporation; PFIC rules may apply',
    statement: 'PFIC annual information statement, where the fund gives one',
    source: 'IRC 301, 1291 to 1298',
  },
  USDM: {
    legalForm: 'claim against the issuer whose balance grows',
    character: 'ordinary income as it is credited',
    statement: null,
    source: 'IRC 61(a)',
  },
  sUSDe: {
    legalForm: 'share of a staking contract',
    character: 'ordinary income of staking; no guidance',
    statement: null,
    source: 'IRC 61(a); Rev. Rul. 2023-14',
  },
};

export const yieldCharacter = (symbol: string): YieldCharacter =>
  (CHARACTERS as Partial<Record<string, YieldCharacter>>)[symbol] ?? UNKNOWN;
