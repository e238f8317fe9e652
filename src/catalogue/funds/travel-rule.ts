/**
 * Withdrawals and deposits where the travel rule requires a questionnaire about sender and receiver (today's interface,
 * Wallet; parameters and answers that it leaves open from public facts). The twins of version 1 of the histories and of
 * the deposit questionnaire, and those of brokers, are left out.
 */
import { endpoint, requiredParam } from '../define.ts';
import { accountRead, fundsMove } from '../endpoint-defaults.ts';
import { endTime, maxSpanRules, startTime, todayParam } from '../params.ts';
import { travelRuleProof } from '../write-proofs.ts';
import {
  chainCoin,
  chainNetwork,
  HISTORY_WINDOW_MS,
  rowOffset,
  thousandRows,
  withdrawalVerification,
  withdrawParams,
} from './chain-params.ts';

const read = { ...accountRead('funds'), origin: 'today', weight: 1 } as const;
const NO_ENTITY = 'the sandbox belongs to no country whose exchange asks for questionnaires';

const questionnaire = todayParam(
  requiredParam({ type: 'STRING', about: 'Answers to the questionnaire as a JSON object' }),
);
const acceptedColumns = [
  { name: 'trId', title: 'travel rule record', is: 'integer' },
  { name: 'accepted', is: 'boolean' },
  { name: 'info', is: 'text' },
] as const;
const statusMeanings = { 0: 'completed', 1: 'pending', 2: 'failed' } as const;
const ids = (about: string) =>
  todayParam({
    type: 'ARRAY',
    about,
    items: { type: 'STRING', about: 'Id' },
    separatedBy: 'commas',
  });

/** The chain and coin by which both histories can be narrowed. */
const chainParams = {
  network: todayParam(chainNetwork),
  coin: todayParam({ ...chainCoin, about: 'Coin; all if omitted' }),
};
const windowParams = {
  startTime: todayParam(startTime),
  endTime: todayParam(endTime),
  offset: todayParam(rowOffset),
  limit: todayParam(thousandRows),
};
/** How both histories are paged. */
const historyPages = {
  rules: maxSpanRules(HISTORY_WINDOW_MS),
  pages: { by: 'offset', offset: 'offset', size: 'limit' },
} as const;

const withdraw = endpoint({
  ...fundsMove('funds'),
  origin: 'today',
  id: 'funds.travel-rule.withdraw',
  proof: travelRuleProof,
  networksFrom: 'funds.coins',
  requiredPermission: 'withdrawals',
  summary: 'Withdraw a coin to an address, with the answers that the travel rule requires',
  inWords:
    'Withdraw {amount} {coin} to {address}[ with tag {addressTag}][ on {network}], answering {questionnaire}',
  path: '/sapi/v1/localentity/withdraw/apply',
  weight: 600,
  isWeighedByAccount: true,
  params: {
    ...withdrawParams,
    questionnaire,
  },
  verifiedBy: { ...withdrawalVerification, query: 'funds.travel-rule.withdrawals' },
  view: { shape: 'record', columns: acceptedColumns },
  notes: [
    'A wrong address, network or missing tag loses the coins permanently: a withdrawal cannot be reversed.',
    'The questions depend on the country; `funds travel-rule requirements` says which country applies to the account.',
  ],
});

const withdrawals = endpoint({
  ...read,
  id: 'funds.travel-rule.withdrawals',
  summary: 'Withdrawals that were made with a questionnaire',
  path: '/sapi/v2/localentity/withdraw/history',
  params: {
    trId: ids('Travel rule records, from the answers to withdrawals'),
    txId: ids('Transactions on chain'),
    withdrawOrderId: todayParam({ type: 'STRING', about: 'Client id of a withdrawal' }),
    ...chainParams,
    travelRuleStatus: todayParam({
      type: 'INT',
      about: 'Status of the questionnaire',
      values: [0, 1, 2],
      meanings: statusMeanings,
    }),
    ...windowParams,
  },
  ...historyPages,
  view: {
    shape: 'rows',
    columns: [
      { name: 'applyTime', title: 'time', is: 'time', wire: 'text' },
      { name: 'trId', title: 'travel rule record', is: 'integer' },
      { name: 'coin', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'transactionFee', title: 'fee', is: 'decimal' },
      { name: 'network', is: 'text' },
      { name: 'withdrawalStatus', title: 'status', is: 'integer' },
      { name: 'travelRuleStatus', title: 'questionnaire', is: 'integer' },
      { name: 'address', is: 'text' },
      { name: 'id', title: 'withdrawal', is: 'text' },
      { name: 'withdrawOrderId', title: 'client id', is: 'text' },
      { name: 'txId', title: 'transaction', is: 'text', hidden: true },
      { name: 'info', is: 'text', hidden: true },
      { name: 'transferType', title: 'internal', is: 'integer', hidden: true },
      { name: 'confirmNo', title: 'confirmations', is: 'integer', hidden: true },
      { name: 'walletType', title: 'wallet', is: 'integer', hidden: true },
      { name: 'txKey', is: 'text', hidden: true },
      { name: 'questionnaire', title: 'answers', is: 'text', hidden: true },
      { name: 'completeTime', title: 'completed', is: 'time', wire: 'text', hidden: true },
    ],
  },
  notes: ['A window spans at most 90 days. Times in the answer are UTC text.'],
});

const requirements = endpoint({
  ...read,
  id: 'funds.travel-rule.requirements',
  summary: 'The country whose questionnaire the account must answer; NIL if none',
  path: '/sapi/v1/localentity/questionnaire-requirements',
  params: {},
  view: {
    shape: 'record',
    columns: [{ name: 'questionnaireCountryCode', title: 'country', is: 'text' }],
  },
});

const providers = endpoint({
  ...read,
  id: 'funds.travel-rule.providers',
  summary: 'Providers of crypto services (VASP) that questionnaires can name',
  path: '/sapi/v1/localentity/vasp',
  params: {},
  view: {
    shape: 'rows',
    columns: [
      { name: 'vaspName', title: 'provider', is: 'text' },
      { name: 'vaspCode', title: 'code', is: 'text' },
      { name: 'identifier', is: 'text' },
    ],
  },
  unsimulated: NO_ENTITY,
});

const countries = endpoint({
  ...read,
  id: 'funds.travel-rule.countries',
  summary: 'Countries that questionnaires can name',
  path: '/sapi/v1/localentity/country/list',
  params: {},
  view: {
    shape: 'rows',
    rowsAt: 'countries',
    columns: [
      { name: 'countryCode', title: 'code', is: 'text' },
      { name: 'countryName', title: 'country', is: 'text' },
      { name: 'blockType', title: 'support', is: 'text' },
      { name: 'depositAllowed', title: 'deposits', is: 'boolean' },
      { name: 'withdrawalAllowed', title: 'withdrawals', is: 'boolean' },
      { name: 'hasRegionRestrictions', title: 'restricted by region', is: 'boolean' },
    ],
    headerFields: [{ name: 'lastUpdated', title: 'as of', is: 'time' }],
  },
  unsimulated: NO_ENTITY,
});

const regions = endpoint({
  ...read,
  id: 'funds.travel-rule.regions',
  summary: 'Regions of a country that questionnaires can name',
  path: '/sapi/v1/localentity/region/list',
  params: {
    countryCode: todayParam(requiredParam({ type: 'STRING', about: 'Country as two letters, such as au' })),
  },
  view: {
    shape: 'rows',
    rowsAt: 'regions',
    columns: [
      { name: 'regionName', title: 'region', is: 'text' },
      { name: 'blockType', title: 'support', is: 'text' },
      { name: 'depositAllowed', title: 'deposits', is: 'boolean' },
      { name: 'withdrawalAllowed', title: 'withdrawals', is: 'boolean' },
    ],
    headerFields: [
      { name: 'countryCode', title: 'country', is: 'text' },
      { name: 'lastUpdated', title: 'as of', is: 'time' },
    ],
  },
  unsimulated: NO_ENTITY,
});

const deposits = endpoint({
  ...read,
  id: 'funds.travel-rule.deposits',
  summary: 'Deposits, and whether their questionnaire was answered',
  path: '/sapi/v2/localentity/deposit/history',
  params: {
    depositId: ids('Deposits'),
    txId: ids('Transactions on chain'),
    ...chainParams,
    retrieveQuestionnaire: todayParam({ type: 'BOOLEAN', about: 'Include the answers' }),
    ...windowParams,
  },
  ...historyPages,
  view: {
    shape: 'rows',
    columns: [
      { name: 'insertTime', title: 'time', is: 'time' },
      { name: 'depositId', title: 'deposit', is: 'text' },
      { name: 'coin', is: 'text' },
      { name: 'amount', is: 'decimal' },
      { name: 'network', is: 'text' },
      { name: 'depositStatus', title: 'status', is: 'integer' },
      { name: 'travelRuleReqStatus', title: 'questionnaire', is: 'integer' },
      { name: 'requireQuestionnaire', title: 'to be answered', is: 'boolean' },
      { name: 'confirmTimes', title: 'confirmations', is: 'text' },
      { name: 'address', is: 'text', hidden: true },
      { name: 'addressTag', title: 'tag', is: 'text', hidden: true },
      { name: 'txId', title: 'transaction', is: 'text' },
      { name: 'transferType', title: 'internal', is: 'integer', hidden: true },
      { name: 'questionnaire', title: 'answers', is: 'text', hidden: true },
    ],
  },
  notes: [
    'The state of a questionnaire is 0 passed, 2 rejected, 3 pending, -1 failed. A window spans at most 90 days.',
  ],
  unsimulated: NO_ENTITY,
});

const answerDeposit = endpoint({
  product: 'funds',
  origin: 'today',
  id: 'funds.travel-rule.answer-deposit',
  proof: travelRuleProof,
  summary: 'Answer the questionnaire of a deposit, which is credited then',
  inWords: 'Answer the questionnaire of deposit {depositId} with {questionnaire}',
  method: 'PUT',
  path: '/sapi/v2/localentity/deposit/provide-info',
  security: 'USER_DATA',
  effect: 'write',
  weight: 600,
  isWeighedByAccount: true,
  params: {
    depositId: todayParam(requiredParam({ type: 'LONG', about: 'Number of the deposit', min: 0 })),
    questionnaire,
  },
  lookup: 'funds.travel-rule.deposits',
  view: { shape: 'record', columns: acceptedColumns },
  unsimulated: NO_ENTITY,
});

export const fundsTravelRule = [
  withdraw,
  withdrawals,
  requirements,
  providers,
  countries,
  regions,
  deposits,
  answerDeposit,
] as const;
