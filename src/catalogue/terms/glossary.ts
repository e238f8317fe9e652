/**
 * The terms of docs/glossary.md that users meet in messages; a test checks that the meanings here are those
 * of the glossary.
 */
import type { Term } from './term.ts';

const SOURCE = 'docs/glossary.md';

export const GLOSSARY_TERMS: readonly Term[] = [
  {
    term: 'catalogue',
    meaning:
      "The exchange's interface as typed data: endpoints, parameters, rules, weights, streams, events, error codes, limits.",
    source: SOURCE,
  },
  {
    term: 'section',
    meaning: 'Endpoints that are loaded together: part of one product, such as the market data of spot.',
    source: SOURCE,
  },
  {
    term: 'product',
    meaning:
      'Spot, margin, usdm (USD-margined futures), coinm (coin-margined futures), options, and the account services.',
    source: SOURCE,
  },
  {
    term: 'futures product',
    meaning: 'Usdm or coinm.',
    source: SOURCE,
  },
  {
    term: 'endpoint',
    meaning: 'One method and path of the REST interface.',
    source: SOURCE,
  },
  {
    term: 'security',
    meaning: 'Who may call an endpoint: NONE, MARKET_DATA, USER_STREAM, USER_DATA, TRADE.',
    source: SOURCE,
  },
  {
    term: 'effect',
    meaning: 'What a call changes: read, dry-run, write, funds.',
    source: SOURCE,
  },
  {
    term: 'weight',
    meaning: 'What a call costs of the request weight limit.',
    source: SOURCE,
  },
  {
    term: 'disputed value',
    meaning:
      'A value that the two listings of the interface document give differently; both are kept, one is effective.',
    source: SOURCE,
  },
  {
    term: 'first listing',
    also: ['second listing'],
    meaning: 'The two listings that the interface document merges.',
    source: SOURCE,
  },
  {
    term: 'public facts',
    meaning: 'Facts that the interface document does not show and public material supplies.',
    source: SOURCE,
  },
  {
    term: 'origin',
    meaning: 'Where a value comes from: document, facts or today (the live interface as it is now).',
    source: SOURCE,
  },
  {
    term: 'route',
    meaning: "The prefix before /ws and /stream in today's stream addresses: public, market, private.",
    source: SOURCE,
  },
  {
    term: 'algo order',
    meaning:
      "A stop, take-profit or trailing-stop order of futures in today's interface: it waits outside the matching engine and places an ordinary order at its trigger.",
    source: SOURCE,
  },
  {
    term: 'view',
    meaning:
      'The columns that a table or csv shows of an answer; a hidden column is shown on request, a pinned one always.',
    source: SOURCE,
  },
  {
    term: 'unlisted',
    meaning: 'Not stated by the interface document.',
    source: SOURCE,
  },
  {
    term: 'prepared request',
    meaning: 'The exact bytes of a request, with its weight, effect and security.',
    source: SOURCE,
  },
  {
    term: 'sender',
    meaning: 'Sends a prepared request once and returns the answer; wrappers add signing, budget, retry.',
    source: SOURCE,
  },
  {
    term: 'HTTP call',
    meaning: 'One request on the wire and its answer.',
    source: SOURCE,
  },
  {
    term: 'rate limiter',
    also: ['permit'],
    meaning: 'The budget of request weight of this machine; a request waits for a permit.',
    source: SOURCE,
  },
  {
    term: 'signing permit',
    meaning:
      'Lets one call be signed once, with exactly its bytes; a write gets its signing permit after policy and journal.',
    source: SOURCE,
  },
  {
    term: 'cooldown',
    meaning: 'A time in which the exchange wants no requests (429, 503 with Retry-After).',
    source: SOURCE,
  },
  {
    term: 'ban',
    meaning: 'A cooldown that the exchange enforces (418, 403).',
    source: SOURCE,
  },
  {
    term: 'client order id',
    meaning: 'The id that a caller gives to an order; bourse makes one for every order.',
    source: SOURCE,
  },
  {
    term: 'idempotency key',
    meaning: 'An id that lets the exchange take a write once only.',
    source: SOURCE,
  },
  {
    term: 'proof',
    meaning:
      'What the answer of a write must have to count as done; any other answer of status 2xx leaves the write unconfirmed.',
    source: SOURCE,
  },
  {
    term: 'unconfirmed write',
    meaning: 'A write whose answer was lost or proves nothing.',
    source: SOURCE,
  },
  {
    term: 'verification',
    meaning: 'The look-up of an unconfirmed write, by its client order id or its values.',
    source: SOURCE,
  },
  {
    term: 'execution status',
    meaning: 'None, not_executed, executed or unknown: what became of a change.',
    source: SOURCE,
  },
  {
    term: 'acceptance deadline',
    meaning:
      'The time after which the exchange can no longer accept an order: timestamp + recvWindow + 25 s.',
    source: SOURCE,
  },
  {
    term: 'dry run',
    meaning: 'Prints the exact request and its cost; sends nothing.',
    source: SOURCE,
  },
  {
    term: 'resume command',
    meaning: 'The command line that continues an interrupted long run.',
    source: SOURCE,
  },
  {
    term: 'stream',
    meaning: 'One subscription, such as btcusdt@trade.',
    source: SOURCE,
  },
  {
    term: 'channel',
    meaning: 'The connections that keep a set of streams alive: connect, renew, reconnect.',
    source: SOURCE,
  },
  {
    term: 'tracker',
    meaning: 'Follows the sequence numbers of one stream and reports duplicates and gaps.',
    source: SOURCE,
  },
  {
    term: 'gap',
    meaning: 'Messages that are proved to be missing.',
    source: SOURCE,
  },
  {
    term: 'resync',
    meaning: 'A new start after a gap or a reconnect.',
    source: SOURCE,
  },
  {
    term: 'close reason',
    meaning: 'Why a connection ended.',
    source: SOURCE,
  },
  {
    term: 'sequence hold',
    meaning: 'Events that wait until what came before them is known.',
    source: SOURCE,
  },
  {
    term: 'shutdown notice',
    meaning: "The server's announcement that it will close connections.",
    source: SOURCE,
  },
  {
    term: 'recording',
    also: ['manifest'],
    meaning: 'Messages on disk, byte for byte, and the file that describes them.',
    source: SOURCE,
  },
];
