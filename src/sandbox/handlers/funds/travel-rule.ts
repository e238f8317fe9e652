/**
 * Withdrawals with the questionnaire of the travel rule (today's interface, Wallet). Each is accepted at once, and goes
 * on like any other withdrawal (our choice).
 */
import { isObject, type JsonValue } from '../../../core/words.ts';
import { FUNDS } from '../../engine/funds/engine.ts';
import type { Handler, SandboxCall } from '../../types.ts';
import { userOf } from '../account-values.ts';
import { invalidValue } from '../amounts.ts';
import { rowsIn, windowOf } from '../history-pages.ts';
import { pageByOffset, requestWithdrawal, WINDOW_MS, withdrawalRecord } from './chain.ts';

/** The request handlers by endpoint id. */
export const fundsTravelRuleHandlers: Readonly<Record<string, Handler>> = {
  'funds.travel-rule.withdraw': withdraw,
  'funds.travel-rule.withdrawals': withdrawals,
  // NIL: no country requires a questionnaire of the account (public facts, Wallet).
  'funds.travel-rule.requirements': () => JSON.stringify({ questionnaireCountryCode: 'NIL' }),
};

/** The status of a questionnaire that was checked (public facts, Wallet). */
const COMPLETED = 0;

function withdraw(call: SandboxCall): string {
  const questionnaire = call.params.get('questionnaire') ?? '';
  if (!isObjectText(questionnaire)) throw invalidValue('questionnaire');
  const { number } = requestWithdrawal(call, questionnaire);
  return JSON.stringify({ trId: number, accepted: true, info: 'Withdraw request accepted' });
}

function withdrawals(call: SandboxCall): string {
  const { params, exchange, now } = call;
  const window = windowOf(call, 'startTime', 'endTime', WINDOW_MS);
  const all = exchange.engines.get(FUNDS).withdrawals.of(userOf(call));
  const isWanted = (name: string, value: string) => params.get(name)?.split(',').includes(value) ?? true;
  const rows = rowsIn(all, window, (one) => one.applyTime).filter(
    ({ number, txId, orderId, network, questionnaire }) =>
      questionnaire !== undefined &&
      isWanted('trId', String(number)) &&
      isWanted('txId', txId) &&
      isWanted('withdrawOrderId', orderId ?? '') &&
      isWanted('network', network.network) &&
      isWanted('coin', network.coin) &&
      isWanted('travelRuleStatus', String(COMPLETED)),
  );
  return JSON.stringify(
    pageByOffset(call, rows).map((one) => {
      const { status, ...record } = withdrawalRecord(one, now);
      const { number, questionnaire } = one;
      return {
        ...record,
        trId: number,
        withdrawalStatus: status,
        travelRuleStatus: COMPLETED,
        questionnaire,
      };
    }),
  );
}

function isObjectText(text: string): boolean {
  try {
    return isObject(JSON.parse(text) as JsonValue);
  } catch {
    return false;
  }
}
