/**
 * On-chain wallet holdings: one open endpoint on a host of its own (holdings document). Limits, page size,
 * the last page's signal and the failure codes are not shown there; those marked so are public facts.
 */
import { endpoint, requiredParam } from '../define.ts';

/** How an address of a chain is written: 0x and 40 hexadecimal digits, or Base58 of 32 bytes. */
type AddressForm = 'evm' | 'solana';

/** A chain on which holdings can be looked up. */
export interface Chain {
  /** The identifier of the chain in calls. */
  readonly id: '56' | '8453' | 'CT_501';
  readonly name: string;
  /** Short words that users may write instead of the chain's id. */
  readonly aliases: readonly string[];
  readonly addresses: AddressForm;
}

/** The supported chains (holdings document, What the service does). */
export const CHAINS = [
  { id: '56', name: 'BNB Smart Chain', aliases: ['bsc', 'bnb'], addresses: 'evm' },
  { id: '8453', name: 'Base', aliases: ['base'], addresses: 'evm' },
  { id: 'CT_501', name: 'Solana', aliases: ['solana', 'sol'], addresses: 'solana' },
] as const satisfies readonly Chain[];

/** The code of a successful answer (holdings document, Errors). */
export const HOLDINGS_SUCCESS = '000000';

/** Codes of refused look-ups (public facts, Wallet holdings; not shown in the holdings document). */
export const HOLDINGS_FAILURES = {
  rateLimited: '100004',
  badParameter: '100002',
  badAddressOrChain: '000400',
} as const;

export const holdings = endpoint({
  id: 'onchain.holdings',
  product: 'onchain',
  summary: 'Tokens held by a wallet address on a chain',
  origin: 'document',
  method: 'GET',
  path: '/bapi/defi/v3/public/wallet-direct/buw/wallet/address/pnl/active-position-list/ai',
  security: 'NONE',
  effect: 'read',
  weight: 'unlisted',
  host: 'web3',
  headers: {
    clienttype: 'web',
    clientversion: '1.2.0',
    'Accept-Encoding': 'identity',
    'User-Agent': 'bourse-web3/1.1 (Skill)',
  },
  params: {
    address: requiredParam({ type: 'STRING', about: 'Wallet address', format: 'address' }),
    chainId: requiredParam({
      type: 'ENUM',
      about: 'Chain',
      values: ['56', '8453', 'CT_501'],
      meanings: { '56': 'BNB Smart Chain', '8453': 'Base', CT_501: 'Solana' },
    }),
    offset: requiredParam({ type: 'INT', about: 'Rows to skip', default: 0, min: 0 }),
  },
  rules: [{ rule: 'address-of-chain', param: 'address', chain: 'chainId' }],
  pages: { by: 'offset', offset: 'offset' },
  view: {
    shape: 'rows',
    rowsAt: 'data.list',
    columns: [
      { name: 'symbol', is: 'text' },
      { name: 'name', is: 'text' },
      { name: 'remainQty', title: 'quantity', is: 'decimal' },
      { name: 'price', title: 'price USD', is: 'decimal' },
      { name: 'percentChange24h', title: '24 h %', is: 'percent' },
      { name: 'contractAddress', title: 'contract', is: 'text' },
      { name: 'chainId', is: 'text', hidden: true },
      { name: 'address', is: 'text', hidden: true },
      { name: 'decimals', is: 'integer', hidden: true },
      { name: 'icon', is: 'text', hidden: true },
    ],
  },
  notes: [
    'The page size is not shown in the interface; pages are followed until an empty one.',
    'offset is marked as required with a default of 0: it is sent always.',
  ],
});

export const onchainEndpoints = [holdings] as const;
