/** Commands of withdrawals and deposits with the questionnaire of the travel rule (today's interface, Wallet). */
import { writeOptions } from '../calling/write-options.ts';
import type { Positional, Verb } from '../types.ts';

const coin: Positional = { name: 'coin', required: true };
const ANSWERS = `'{"isAddressOwner":1,"sendTo":1}'`;

export const travelRuleVerbs = [
  {
    words: ['travel-rule', 'withdraw'],
    summary: 'Withdraw a coin to an address, with the answers that the travel rule requires',
    endpoint: 'funds.travel-rule.withdraw',
    positionals: [coin, { name: 'amount', required: true }, { name: 'address', required: true }],
    options: writeOptions,
    handler: () => import('./withdraw.ts'),
    examples: [
      `funds travel-rule withdraw USDT 25 0x0000000000000000000000000000000000000000 --network BSC --questionnaire ${ANSWERS} --dry-run`,
      `funds travel-rule withdraw XRP 20 ADDRESS --address-tag 1234 --questionnaire ${ANSWERS} --withdraw-order-id rent-january`,
    ],
  },
  {
    words: ['travel-rule', 'withdrawals'],
    summary: 'Withdrawals that were made with a questionnaire',
    endpoint: 'funds.travel-rule.withdrawals',
    positionals: [{ name: 'coin' }],
    examples: ['funds travel-rule withdrawals USDT --start -30d', 'funds travel-rule withdrawals -o csv'],
  },
  {
    words: ['travel-rule', 'requirements'],
    summary: 'The country whose questionnaire the account must answer; NIL if none',
    endpoint: 'funds.travel-rule.requirements',
    examples: ['funds travel-rule requirements', 'funds travel-rule requirements -o json'],
  },
  {
    words: ['travel-rule', 'providers'],
    summary: 'Providers of crypto services (VASP) that questionnaires can name',
    endpoint: 'funds.travel-rule.providers',
    examples: ['funds travel-rule providers', 'funds travel-rule providers -o csv'],
  },
  {
    words: ['travel-rule', 'countries'],
    summary: 'Countries that questionnaires can name',
    endpoint: 'funds.travel-rule.countries',
    examples: ['funds travel-rule countries', 'funds travel-rule countries -o csv'],
  },
  {
    words: ['travel-rule', 'regions'],
    summary: 'Regions of a country that questionnaires can name',
    endpoint: 'funds.travel-rule.regions',
    positionals: [{ name: 'country-code', required: true }],
    examples: ['funds travel-rule regions au', 'funds travel-rule regions au -o csv'],
  },
  {
    words: ['travel-rule', 'deposits'],
    summary: 'Deposits, and whether their questionnaire was answered',
    endpoint: 'funds.travel-rule.deposits',
    positionals: [{ name: 'coin' }],
    examples: ['funds travel-rule deposits USDT --start -30d', 'funds travel-rule deposits -o csv'],
  },
  {
    words: ['travel-rule', 'answer-deposit'],
    summary: 'Answer the questionnaire of a deposit, which is credited then',
    endpoint: 'funds.travel-rule.answer-deposit',
    positionals: [{ name: 'deposit-id', required: true }],
    options: writeOptions,
    handler: () => import('../calling/send-write.ts'),
    examples: [
      `funds travel-rule answer-deposit 4615328107052018945 --questionnaire ${ANSWERS} --dry-run`,
      `funds travel-rule answer-deposit 4615328107052018945 --questionnaire ${ANSWERS} --yes`,
    ],
  },
] as const satisfies readonly Verb[];
