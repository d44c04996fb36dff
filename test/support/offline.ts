/** An address where no process listens. */
export const NOWHERE = 'http://127.0.0.1:9';

/** A machine without a network: every provider is out of reach. */
export const OFFLINE = {
  ETHERSCAN_BASE_URL: NOWHERE,
  BLOCKSCOUT_BASE_URL: NOWHERE,
  ROUTESCAN_BASE_URL: NOWHERE,
  SQD_BASE_URL: 'off',
  EVM_NODE_URL: 'off',
  ESPLORA_BASE_URL: NOWHERE,
  SOLANA_RPC_URL: NOWHERE,
  DEFILLAMA_COINS_BASE_URL: NOWHERE,
  DEFILLAMA_YIELDS_BASE_URL: NOWHERE,
  DEFILLAMA_API_BASE_URL: NOWHERE,
  COINGECKO_BASE_URL: NOWHERE,
};
