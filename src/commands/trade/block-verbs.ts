/** Commands of block orders of options: offer, extend, cancel, list, look up, accept. */
import { SIDES } from '../../catalogue/enums/orders.ts';
import { writeOptions } from '../calling/write-options.ts';
import type { Positional, Verb } from '../types.ts';

const key: Positional = { name: 'block-order-matching-key', required: true };
const sendWrite = () => import('../calling/send-write.ts');
/** The key of the examples; real keys are such as the exchange answers to `trade block place`. */
const KEY = '3668822b-1baa-6a2f-adb8-d3de6289b361';

export const blockVerbs: readonly Verb[] = [
  {
    words: ['block', 'place'],
    summary: 'Offer a block trade of an option, which a counterparty that knows its key can accept',
    endpoint: { options: 'options.block-order.new' },
    defaults: ['legs'],
    options: [
      { name: 'symbol', value: 'symbol', about: 'Option, such as BTC-240628-60000-C' },
      { name: 'quantity', value: 'quantity', about: 'Amount of the underlying' },
      { name: 'side', value: 'side', about: 'What the offering account does', values: SIDES },
      { name: 'at', value: 'price', about: 'Price of the trade' },
      ...writeOptions,
    ],
    handler: () => import('./block-place.ts'),
    examples: [
      'trade block place --symbol BTC-240628-60000-C --side BUY --quantity 0.5 --at 500 --liquidity TAKER',
      `trade block place --liquidity MAKER --legs '[{"symbol":"BTC-240628-60000-C","side":"SELL","quantity":"0.5","price":"500"}]' --yes`,
    ],
    notes: [
      'The key in the answer is given to the counterparty, who accepts the offer by trade block accept.',
    ],
  },
  {
    words: ['block', 'extend'],
    summary: 'Let a block order expire 30 minutes from now (options)',
    endpoint: { options: 'options.block-order.extend' },
    positionals: [key],
    options: writeOptions,
    handler: sendWrite,
    examples: [`trade block extend ${KEY}`, `trade block extend ${KEY} --yes`],
  },
  {
    words: ['block', 'cancel'],
    summary: 'Cancel a block order that nobody has accepted (options)',
    endpoint: { options: 'options.block-order.cancel' },
    positionals: [key],
    options: writeOptions,
    handler: sendWrite,
    examples: [`trade block cancel ${KEY}`, `trade block cancel ${KEY} --yes`],
  },
  {
    words: ['block', 'list'],
    summary: 'Block orders that the account offered (options)',
    endpoint: { options: 'options.block-orders' },
    examples: ['trade block list', 'trade block list --underlying BTCUSDT -o csv'],
  },
  {
    words: ['block', 'get'],
    summary: 'A block order as its counterparty sees it (options)',
    endpoint: { options: 'options.block-order.get' },
    positionals: [key],
    examples: [`trade block get ${KEY}`, `trade block get ${KEY} -o json`],
  },
  {
    words: ['block', 'accept'],
    summary: 'Accept the block order of a counterparty, which executes the trade (options)',
    endpoint: { options: 'options.block-order.accept' },
    positionals: [key],
    options: writeOptions,
    handler: sendWrite,
    examples: [`trade block accept ${KEY}`, `trade block accept ${KEY} --yes`],
  },
];
