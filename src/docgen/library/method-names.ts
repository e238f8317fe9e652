/** The names under which the library offers the endpoints: those of their commands, as a verb with its object. */

import type { Product } from '../../catalogue/types.ts';
import { ON_PRODUCTS } from '../../commands/types.ts';
import { camelCase } from '../../core/text.ts';

/** Words of commands that say what is done; they come first in the name of a method: "order place" is placeOrder. */
const ACTIONS = new Set(
  (
    'accept all amend auto-subscribe borrow cancel cancel-all change close convert create disable enable extend get ' +
    'keep-alive open place redeem repay replace reset set subscribe test transfer withdraw'
  ).split(' '),
);

/**
 * Commands whose words make no good name, by their words after the group: settings that are changed, several orders at once,
 * and lists of orders.
 */
const NAMES: Readonly<Record<string, string>> = {
  'algo list': 'allAlgoOrders',
  'algo open': 'openAlgoOrders',
  'algo place': 'placeAlgoOrder',
  'algo get': 'getAlgoOrder',
  'algo cancel': 'cancelAlgoOrder',
  'algo cancel-all': 'cancelAllAlgoOrders',
  'assets-mode': 'setAssetsMode',
  'block accept': 'acceptBlockOrder',
  'block cancel': 'cancelBlockOrder',
  'block extend': 'extendBlockOrder',
  'block get': 'getBlockOrder',
  'block list': 'blockOrders',
  'block place': 'placeBlockOrder',
  'cancel-all': 'cancelAllOrders',
  collect: 'collectAsset',
  'collect-all': 'collectAllAssets',
  countdown: 'setCountdown',
  'countdown heartbeat': 'sendCountdownHeartbeat',
  'deposit-apply': 'applyForDepositCredit',
  'dust convert-to': 'convertDustTo',
  'dust list': 'dustAssets',
  'fee-burn': 'setFeeBurn',
  'flexible list': 'flexibleProducts',
  'futures internal-transfer': 'transferBetweenFutures',
  leverage: 'setLeverage',
  'list cancel': 'cancelOrderList',
  'list get': 'getOrderList',
  'list oco': 'placeOcoList',
  'list opo': 'placeOpoList',
  'list opoco': 'placeOpocoList',
  'list oto': 'placeOtoList',
  'list otoco': 'placeOtocoList',
  'listen-token': 'createListenToken',
  'locked list': 'lockedProducts',
  'locked redeem-option': 'setLockedRedeemOption',
  'margin-type': 'setMarginType',
  'max-leverage': 'setMaxLeverage',
  'oco all': 'allOrderLists',
  'oco open': 'openOrderLists',
  'order batch': 'placeOrders',
  'order batch-cancel': 'cancelOrders',
  'order batch-change': 'changeOrders',
  'order open': 'getOpenOrder',
  'position-margin': 'changePositionMargin',
  'position-mode': 'setPositionMode',
  replace: 'replaceOrder',
  'tradfi-agreement': 'signTradfiAgreement',
  ...portfolioNames('um', 'Um'),
  'cm leverage': 'setCmLeverage',
  'cm cancel-all': 'cancelAllCmOrders',
  'travel-rule answer-deposit': 'answerTravelRuleDeposit',
};

/** Returns the names for one part of the portfolio margin account. */
function portfolioNames(part: string, word: string): Readonly<Record<string, string>> {
  return {
    [`${part} algo cancel`]: `cancel${word}AlgoOrder`,
    [`${part} algo cancel-all`]: `cancelAll${word}AlgoOrders`,
    [`${part} algo get`]: `get${word}AlgoOrder`,
    [`${part} algo list`]: `all${word}AlgoOrders`,
    [`${part} algo open`]: `open${word}AlgoOrders`,
    [`${part} algo place`]: `place${word}AlgoOrder`,
    [`${part} cancel-all`]: `cancelAll${word}Orders`,
    [`${part} leverage`]: `set${word}Leverage`,
  };
}

/** Names of the table above that say that something is changed; a command that only reads keeps its own words. */
const CHANGES = /^(?:set|change|sign|send)/;

/** What the name of a method follows from. */
export interface NamedCall {
  readonly product: Product;
  /** Whether the call only reads. */
  readonly isRead: boolean;
  /** The words of its command: the group first, then those of the verb. */
  readonly words: readonly string[];
}

/**
 * Returns where the library offers a call: the members from the library's object on, the method last, such as "market" and
 * "klines", or "usdm", "trade" and "placeOrder". Spot has no member of its own, as it has no option on the command line.
 */
export function methodPath({ product, isRead, words: [group = '', ...words] }: NamedCall): readonly string[] {
  const isOfProduct =
    product !== 'spot' && product !== group && (ON_PRODUCTS as readonly string[]).includes(product);
  return [...(isOfProduct ? [product] : []), camelCase(group), methodName(words, isRead)];
}

function methodName(words: readonly string[], isRead: boolean): string {
  const text = words.join(' ');
  const known = Object.hasOwn(NAMES, text) ? NAMES[text] : undefined;
  if (known !== undefined && !(isRead && CHANGES.test(known))) return known;
  const last = words.at(-1) ?? '';
  if (words.length === 1 || !ACTIONS.has(last)) return camelCase(words.join('-'));
  return camelCase([last, ...words.slice(0, -1)].join('-'));
}

/** Returns the commands for which the table has a name of its own, for a test that each of them exists. */
export function namedCommands(): readonly string[] {
  return Object.keys(NAMES);
}
