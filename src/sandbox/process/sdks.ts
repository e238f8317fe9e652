/** The published clients whose programs `sandbox run --sdk` connects to the sandbox. */

/** The variables in which scripts of a client keep an API key and its secret, by the convention of its documents. */
type KeyVariables = readonly (readonly [key: string, secret: string])[];

const CONNECTOR_KEYS: KeyVariables = [
  ['BINANCE_API_KEY', 'BINANCE_API_SECRET'],
  ['API_KEY', 'API_SECRET'],
];

/** Published clients for Node by their names in the npm registry, with the variables of their keys. */
export const SDKS: Readonly<Record<string, KeyVariables>> = {
  ccxt: [
    ['BINANCE_APIKEY', 'BINANCE_SECRET'],
    ['BINANCEUSDM_APIKEY', 'BINANCEUSDM_SECRET'],
    ['BINANCECOINM_APIKEY', 'BINANCECOINM_SECRET'],
    ['BINANCE_API_KEY', 'BINANCE_SECRET_KEY'],
  ],
  binance: [
    ['API_KEY_COM', 'API_SECRET_COM'],
    ['APIKEY', 'APISECRET'],
  ],
  'binance-api-node': [['BINANCE_API_KEY', 'BINANCE_API_SECRET']],
  'node-binance-api': [
    ['BINANCE_API_KEY', 'BINANCE_API_SECRET'],
    ['APIKEY', 'APISECRET'],
  ],
  '@binance/spot': CONNECTOR_KEYS,
  '@binance/connector': CONNECTOR_KEYS,
  '@binance/derivatives-trading-usds-futures': CONNECTOR_KEYS,
};
