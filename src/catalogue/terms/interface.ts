/**
 * Terms of the interface and of this program. A term that docs/glossary.md also has is explained in the
 * glossary's words; a test compares both.
 */
import { AUTHENTICATION, type Term } from './term.ts';

export const INTERFACE_TERMS: readonly Term[] = [
  {
    term: 'recvWindow',
    also: ['recv window', 'receive window'],
    meaning:
      'How old a signed request may be when the exchange gets it, in ms after its timestamp: at most 60000. bourse sends 3000 with orders and 5000 otherwise, unless --recv-window says another.',
    source: AUTHENTICATION,
    see: ['-1021', 'recvWindowDefault', 'timestamp'],
  },
  {
    term: 'timestamp',
    meaning:
      "When a signed request was made, by the exchange's clock, in ms. bourse measures that clock and adds the time itself.",
    source: AUTHENTICATION,
    see: ['-1021', 'recvWindow'],
  },
  {
    term: 'signature',
    also: ['HMAC', 'RSA', 'Ed25519', 'signed'],
    meaning:
      'The proof that a request comes from the owner of the API key: HMAC-SHA256 in hex, or RSA or Ed25519 in base64, over the query and the body as they are sent.',
    source: AUTHENTICATION,
    see: ['-1022', 'security'],
  },
  {
    term: 'listen key',
    also: ['listenKey'],
    meaning:
      'The name of the user data stream of an account. It ends after 60 minutes unless it is kept alive.',
    source: 'interface document, User data stream keys',
    see: ['stream listen-key create', 'stream user'],
  },
  {
    term: 'rate limit',
    also: ['used weight', 'request weight', 'weight limit'],
    meaning:
      'How much may be asked in a minute: the weights of all calls of an IP address are summed. Beyond it the exchange answers 429, then bans the address (418).',
    source: 'interface document, Limits',
    see: ['spotWeight', '429', '418', 'weight'],
  },
  {
    term: 'effective',
    also: ['effective value'],
    meaning:
      'Of two values that listings give for the same thing, the one that bourse and its sandbox use; of weights, the larger.',
    source: 'docs/disputes.md',
    see: ['disputed value'],
  },
  {
    term: 'sub-account',
    also: ['subaccount', 'master account'],
    meaning: 'An account below a master account, with balances and keys of its own.',
    source: 'interface document, Sub-accounts',
    see: ['sub.list'],
  },
  {
    term: 'testnet',
    also: ['demo', 'sandbox', 'live', 'environment'],
    meaning:
      'Environments: live is the real exchange; testnet and demo are its test exchanges, with keys of their own and no real money; sandbox is an exchange on this machine, without network and keys.',
    source: 'docs/sandbox.md',
    see: ['sandbox serve'],
  },
  {
    term: 'document',
    also: ['interface document', 'today', 'interface'],
    meaning:
      'The form that a host serves: document (that of the interface document) or today (that of the public hosts now); see interface-today.md.',
    source: 'docs/interface-today.md',
    see: ['api list'],
  },
];
