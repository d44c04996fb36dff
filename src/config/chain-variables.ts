import { cutSlash, isHttpUrl } from './env-checks';
import { evmChains, KNOWN_CHAINS } from './evm-chains';
import { list, optionalText, optionalUrl, url, urlOrOff } from './variable-types';

/** Sources of the histories of chains. */
export const CHAIN_VARIABLES = {
  EVM_CHAINS: {
    type: list('ethereum,base,arbitrum,optimism,polygon,gnosis,bsc,avalanche').transform(evmChains),
    doc: `chains indexed for a 0x address, comma-separated; known: ${KNOWN_CHAINS.join(', ')}`,
  },
  ETHERSCAN_BASE_URL: { type: url('https://api.etherscan.io/v2/api'), doc: 'Etherscan V2' },
  ETHERSCAN_API_KEY: { type: optionalText, doc: 'Etherscan key; unset: Etherscan is not used' },
  BLOCKSCOUT_BASE_URL: {
    type: url('https://api.blockscout.com'),
    doc: 'Blockscout PRO; `/{chainid}/api` is added',
  },
  BLOCKSCOUT_API_KEY: { type: optionalText, doc: 'Blockscout key' },
  ROUTESCAN_BASE_URL: { type: url('https://api.routescan.io'), doc: 'Routescan, keyless' },
  SQD_BASE_URL: {
    type: urlOrOff('https://portal.sqd.dev'),
    doc: 'SQD Portal, keyless: whole histories where no explorer answers, first for bsc and avalanche; `off`: not used',
  },
  EVM_NODE_URL: {
    type: optionalText
      .refine(
        (value) => value === undefined || value === 'off' || isHttpUrl(value),
        'must be an http(s) URL, or off',
      )
      .transform((value) => (value === undefined ? undefined : cutSlash(value))),
    doc: 'JSON-RPC nodes for names of tokens and for balances without an explorer; `/{chainid}` is added; unset: the public node of each chain; `off`: not used',
  },
  ESPLORA_BASE_URL: { type: url('https://blockstream.info/api'), doc: 'Bitcoin history: Esplora' },
  BLOCKBOOK_BASE_URL: {
    type: optionalUrl(['http', 'https']),
    doc: 'Bitcoin history when Esplora fails: Blockbook; unset: not used',
  },
  SOLANA_RPC_URL: {
    type: url('https://api.mainnet-beta.solana.com'),
    doc: 'Solana history: JSON-RPC of an archive node',
  },
  HELIUS_API_KEY: {
    type: optionalText,
    doc: 'Solana history when the node above fails: Helius; unset: not used',
  },
} as const;
