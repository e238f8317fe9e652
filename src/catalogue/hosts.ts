/**
 * The placeholders of the interface document and the addresses behind them (document, Base addresses;
 * public facts, Hosts, and Hosts of today). A host can be overridden on its own: `--host spot=…`, `BOURSE_HOST_SPOT`, a profile.
 */

export type Environment = 'live' | 'testnet' | 'demo' | 'sandbox';

export interface Host {
  /** The name of the host that users write, such as "spot" in `--host spot=…`. */
  readonly name: string;
  /** The host's placeholder in the interface document, or in the onchain interface document. */
  readonly placeholder: string;
  /** Set for a host that only today's interface has; bourse made up the placeholder of such a host. */
  readonly origin?: 'today';
  readonly protocol: 'https' | 'wss';
  readonly about: string;
  /** Live addresses, the preferred first. */
  readonly live: readonly string[];
  /** Testnet addresses; empty if the testnet has no such host. */
  readonly testnet: readonly string[];
  /** Addresses of demo trading, whose prices follow the live market; absent if it has no such host. */
  readonly demo?: readonly string[];
  /** The placeholder that the interface document prints as testnet host, and the name by which `--host` replaces it. */
  readonly test?: { readonly name: string; readonly placeholder: string };
  /**
   * The path prefixes that the host serves; a path that starts with none of them is refused before sending.
   */
  readonly pathPrefixes: readonly string[];
  /** Path prefixes that testnet and demo do not serve. */
  readonly liveOnly?: readonly string[];
}

const SPOT_PATHS = ['/api/', '/sapi/'] as const;

function host<const N extends string>(declared: Host & { readonly name: N }): Host & { readonly name: N } {
  return declared;
}

export const HOSTS = [
  host({
    name: 'spot',
    placeholder: '{spot_url}',
    test: { name: 'spot-testnet', placeholder: '{spot_testnet_url}' },
    protocol: 'https',
    about:
      'spot, and all /sapi paths: margin, wallet section, sub-accounts, earn, mining, fiat, C2C, convert',
    live: ['https://api.binance.com'],
    testnet: ['https://testnet.binance.vision', 'https://api1.testnet.binance.vision'],
    demo: ['https://demo-api.binance.com'],
    pathPrefixes: SPOT_PATHS,
    liveOnly: ['/sapi/'],
  }),
  ...([1, 2, 3, 4] as const).map((number) =>
    host({
      name: `spot-alt-${number}`,
      placeholder: `{spot_alt_url_${number}}`,
      protocol: 'https',
      about: 'alternate spot host: higher performance, lower stability',
      live: [`https://api${number}.binance.com`],
      testnet: [],
      pathPrefixes: SPOT_PATHS,
    }),
  ),
  host({
    name: 'spot-gcp',
    placeholder: '{spot_gcp_url}',
    protocol: 'https',
    about: 'alternate spot host',
    live: ['https://api-gcp.binance.com'],
    testnet: [],
    pathPrefixes: SPOT_PATHS,
  }),
  host({
    name: 'usdm',
    placeholder: '{usdm_futures_url}',
    test: { name: 'futures-testnet', placeholder: '{futures_testnet_url}' },
    protocol: 'https',
    about: 'USD-margined futures',
    live: ['https://fapi.binance.com'],
    testnet: ['https://testnet.binancefuture.com'],
    demo: ['https://demo-fapi.binance.com'],
    pathPrefixes: ['/fapi/', '/futures/data/'],
  }),
  host({
    name: 'coinm',
    placeholder: '{coinm_futures_url}',
    test: { name: 'futures-testnet', placeholder: '{futures_testnet_url}' },
    protocol: 'https',
    about: 'coin-margined futures',
    live: ['https://dapi.binance.com'],
    testnet: ['https://testnet.binancefuture.com'],
    demo: ['https://demo-dapi.binance.com'],
    pathPrefixes: ['/dapi/', '/futures/data/'],
  }),
  host({
    name: 'options',
    placeholder: '{options_url}',
    test: { name: 'options-testnet', placeholder: '{options_testnet_url}' },
    protocol: 'https',
    about: 'European options',
    live: ['https://eapi.binance.com'],
    testnet: ['https://testnet.binancefuture.com', 'https://testnet.binanceops.com'],
    pathPrefixes: ['/eapi/'],
  }),
  host({
    name: 'papi',
    placeholder: '{papi_url}',
    origin: 'today',
    protocol: 'https',
    about: 'portfolio margin; live only',
    live: ['https://papi.binance.com'],
    testnet: [],
    pathPrefixes: ['/papi/'],
  }),
  host({
    name: 'web3',
    placeholder: '{web3_url}',
    protocol: 'https',
    about: 'on-chain wallet holdings',
    live: ['https://web3.binance.com'],
    testnet: [],
    pathPrefixes: ['/bapi/'],
  }),
  host({
    name: 'icon',
    placeholder: '{icon_host}',
    protocol: 'https',
    about: 'token icons; only printed, never called',
    live: ['https://bin.bnbstatic.com'],
    testnet: [],
    pathPrefixes: [],
  }),
  host({
    name: 'spot-ws',
    placeholder: '{spot_ws_url}',
    protocol: 'wss',
    about: 'spot streams',
    live: ['wss://stream.binance.com:9443', 'wss://stream.binance.com:443'],
    testnet: ['wss://stream.testnet.binance.vision', 'wss://testnet.binance.vision'],
    demo: ['wss://demo-stream.binance.com'],
    pathPrefixes: ['/ws', '/stream'],
  }),
  host({
    name: 'market-data-ws',
    placeholder: '{market_data_ws_url}',
    protocol: 'wss',
    about: 'market data streams only',
    live: ['wss://data-stream.binance.vision'],
    testnet: [],
    pathPrefixes: ['/ws', '/stream'],
  }),
  host({
    name: 'margin-ws',
    placeholder: '{margin_ws_url}',
    origin: 'today',
    protocol: 'wss',
    about: 'margin risk stream; live only',
    live: ['wss://margin-stream.binance.com'],
    testnet: [],
    pathPrefixes: ['/ws', '/stream'],
  }),
  host({
    name: 'ws-api',
    placeholder: '{ws_api_url}',
    test: { name: 'ws-api-testnet', placeholder: '{ws_api_testnet_url}' },
    protocol: 'wss',
    about: 'the WebSocket API of spot; its path belongs to the address',
    live: ['wss://ws-api.binance.com:443/ws-api/v3', 'wss://ws-api.binance.com:9443/ws-api/v3'],
    testnet: ['wss://ws-api.testnet.binance.vision/ws-api/v3', 'wss://testnet.binance.vision/ws-api/v3'],
    demo: ['wss://demo-ws-api.binance.com/ws-api/v3'],
    pathPrefixes: ['/ws-api/v3'],
  }),
  host({
    name: 'usdm-ws-api',
    placeholder: '{usdm_ws_api_url}',
    origin: 'today',
    protocol: 'wss',
    about: 'the WebSocket API of USD-margined futures; its path belongs to the address',
    live: ['wss://ws-fapi.binance.com/ws-fapi/v1'],
    testnet: ['wss://testnet.binancefuture.com/ws-fapi/v1'],
    pathPrefixes: ['/ws-fapi/v1'],
  }),
  host({
    name: 'coinm-ws-api',
    placeholder: '{coinm_ws_api_url}',
    origin: 'today',
    protocol: 'wss',
    about: 'the WebSocket API of coin-margined futures; its path belongs to the address',
    live: ['wss://ws-dapi.binance.com/ws-dapi/v1'],
    testnet: ['wss://testnet.binancefuture.com/ws-dapi/v1'],
    pathPrefixes: ['/ws-dapi/v1'],
  }),
  host({
    name: 'usdm-ws',
    placeholder: '{usdm_ws_url}',
    test: { name: 'usdm-testnet-ws', placeholder: '{usdm_testnet_ws_url}' },
    protocol: 'wss',
    about: 'USD-margined futures streams',
    live: ['wss://fstream.binance.com'],
    testnet: ['wss://fstream.binancefuture.com', 'wss://stream.binancefuture.com'],
    demo: ['wss://demo-fstream.binance.com'],
    pathPrefixes: ['/ws', '/stream'],
  }),
  host({
    name: 'coinm-ws',
    placeholder: '{coinm_ws_url}',
    protocol: 'wss',
    about: 'coin-margined futures streams',
    live: ['wss://dstream.binance.com'],
    testnet: ['wss://dstream.binancefuture.com'],
    demo: ['wss://demo-dstream.binance.com'],
    pathPrefixes: ['/ws', '/stream'],
  }),
  host({
    name: 'options-ws',
    placeholder: '{options_ws_url}',
    protocol: 'wss',
    about: 'options streams',
    live: ['wss://fstream.binance.com', 'wss://nbstream.binance.com/eoptions'],
    testnet: ['wss://fstream.binancefuture.com'],
    pathPrefixes: ['/ws', '/stream'],
  }),
] as const;

export type HostName = (typeof HOSTS)[number]['name'];

/** Short names of alternate addresses, as in `--host spot=alt-2`. */
export const ALTERNATES: Readonly<Record<string, Readonly<Record<string, HostName>>>> = {
  spot: {
    'alt-1': 'spot-alt-1',
    'alt-2': 'spot-alt-2',
    'alt-3': 'spot-alt-3',
    'alt-4': 'spot-alt-4',
    gcp: 'spot-gcp',
  },
};

/** The addresses that public reads try next if a connection to the first host fails. */
export const FAILOVER_HOSTS: Readonly<Partial<Record<HostName, readonly HostName[]>>> = {
  spot: ['spot-gcp', 'spot-alt-1', 'spot-alt-2', 'spot-alt-3', 'spot-alt-4'],
};

/** Returns the declaration of a host by the name users write, or undefined. */
export function findHost(name: string): Host | undefined {
  return HOSTS.find((one) => one.name === name);
}
