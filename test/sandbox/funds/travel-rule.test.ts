/** Withdrawals with the questionnaire of the travel rule (today's interface, Wallet). */
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time-units.ts';
import { manualClock } from '../manual-clock.ts';
import { createTestExchange, type Params, requestJson, sendSigned } from '../signed-calls.ts';

const APPLY = '/sapi/v1/localentity/withdraw/apply';
const HISTORY = '/sapi/v2/localentity/withdraw/history';
const ANSWERS = '{"isAddressOwner":1,"sendTo":1}';
const WITHDRAWAL: Params = {
  coin: 'USDT',
  network: 'BSC',
  address: `0x${'0'.repeat(40)}`,
  amount: '25',
  withdrawOrderId: 'rent',
};

function setUp() {
  const clock = manualClock();
  const exchange = createTestExchange({ clock });
  const free = (): string => {
    const { balances } = requestJson(exchange, 'GET', '/api/v3/account');
    return balances.find(({ asset }: { asset: string }) => asset === 'USDT').free;
  };
  return { clock, exchange, free };
}

describe('a withdrawal with a questionnaire', () => {
  it('takes the same amount and fee as a plain one, and completes like it', () => {
    const [plain, declared] = [setUp(), setUp()];
    requestJson(plain.exchange, 'POST', '/sapi/v1/capital/withdraw/apply', WITHDRAWAL);
    const answer = requestJson(declared.exchange, 'POST', APPLY, { ...WITHDRAWAL, questionnaire: ANSWERS });
    expect(answer).toMatchObject({ accepted: true });
    expect(declared.free()).toBe(plain.free());
    for (const { clock } of [plain, declared]) clock.move(30 * MINUTE_MS);
    expect(declared.free()).toBe(plain.free());
    const [one] = requestJson(declared.exchange, 'GET', HISTORY, { trId: answer.trId });
    const [same] = requestJson(plain.exchange, 'GET', '/sapi/v1/capital/withdraw/history');
    const { trId, withdrawalStatus, travelRuleStatus, questionnaire, ...rest } = one;
    expect([withdrawalStatus, travelRuleStatus, questionnaire]).toEqual([6, 0, ANSWERS]);
    expect({ ...rest, status: withdrawalStatus }).toEqual(same);
  });

  it('is listed among all withdrawals, and a plain one not among those with a questionnaire', () => {
    const { exchange } = setUp();
    requestJson(exchange, 'POST', APPLY, { ...WITHDRAWAL, questionnaire: ANSWERS });
    requestJson(exchange, 'POST', '/sapi/v1/capital/withdraw/apply', {
      ...WITHDRAWAL,
      withdrawOrderId: 'two',
    });
    const ids = (path: string, params: Params = {}): string[] =>
      requestJson(exchange, 'GET', path, params).map((one: Record<string, string>) => one['withdrawOrderId']);
    expect(ids('/sapi/v1/capital/withdraw/history').sort()).toEqual(['rent', 'two']);
    expect(ids(HISTORY)).toEqual(['rent']);
    expect(ids(HISTORY, { withdrawOrderId: 'two' })).toEqual([]);
    expect(ids(HISTORY, { travelRuleStatus: 1 })).toEqual([]);
  });

  it.each(['', 'yes', '[]', '"text"', '{'])('is refused with the answers %j, and takes nothing', (text) => {
    const { exchange, free } = setUp();
    const before = free();
    const { status } = sendSigned(exchange, 'POST', APPLY, { ...WITHDRAWAL, questionnaire: text });
    expect([status, free()]).toEqual([400, before]);
  });
});
