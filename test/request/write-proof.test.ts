/**
 * What proves a write: documented answers do, answers about something else and answers without content don't. Swept
 * over every write of the catalogue.
 */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/catalogue/index.ts';
import type { Endpoint } from '../../src/catalogue/types.ts';
import { messageProof } from '../../src/catalogue/write-proofs.ts';
import type { WriteProof } from '../../src/catalogue/write-types.ts';
import { WS_METHODS } from '../../src/catalogue/ws-methods.ts';
import { parseJson, readJson } from '../../src/core/json.ts';
import { buildRequest } from '../../src/request/prepare.ts';
import { judgeProof, provesElement } from '../../src/request/write-proof.ts';
import { leastArguments } from '../catalogue/sweep-arguments.ts';
import { MEANINGLESS_BODIES } from '../wire/meaningless-answers.ts';
import { DOCUMENTED_ANSWERS } from './documented-answers.ts';

const isWrite = ({ effect }: Pick<Endpoint, 'effect'>) => effect === 'write' || effect === 'funds';
const WRITES = ENDPOINTS.filter(isWrite);
/** Writes whose documented answer is one of the bodies that prove nothing elsewhere. */
const DOCUMENTED_AS = {
  '{}': WRITES.filter(({ proof }) => proof?.by === 'empty-object').map(({ id }) => id),
  '{"success":true}': [
    'margin.max-leverage',
    'earn.flexible.auto-subscribe',
    'earn.locked.auto-subscribe',
    'earn.locked.redeem-option',
  ],
  '{"msg":"success"}': WRITES.filter(({ proof }) => proof === messageProof).map(({ id }) => id),
} as const;

/** Returns how a proof works, for the count of each kind. */
function kindOf(proof: WriteProof): string {
  if (proof.by !== 'fields') return proof.by;
  const [{ echoes = {}, amounts = {}, values = {}, holds = [] }] = proof.forms as [
    (typeof proof.forms)[number],
  ];
  const isEcho = Object.keys({ ...echoes, ...amounts }).length > 0;
  return [
    ...(isEcho ? ['echo'] : []),
    ...Object.keys(values).map((name) => (/status$/i.test(name) ? 'state' : name)),
    ...(holds.length > 0 ? ['created id'] : []),
  ].join(' + ');
}

const kinds = WRITES.map(({ proof }) => kindOf(proof!));
const counted = [...new Set(kinds)]
  .map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`)
  .join(', ');

function judge(id: string, sent: Readonly<Record<string, string>>, body: string) {
  const endpoint = ENDPOINTS.find((one) => one.id === id)!;
  return judgeProof(buildRequest(endpoint, new Map(Object.entries(sent))), parseJson(body));
}

describe(`the proof of each of ${WRITES.length} writes (${counted})`, () => {
  it.each(WRITES.map((endpoint) => ({ id: endpoint.id, endpoint })))('$id', ({ endpoint }) => {
    const request = buildRequest(endpoint, leastArguments(endpoint));
    const accepted = MEANINGLESS_BODIES.filter((body) => {
      const read = readJson(body);
      return read.ok && judgeProof(request, read.value).is !== 'unproved';
    });
    const documented = Object.entries(DOCUMENTED_AS).filter(([, ids]) =>
      ids.some((id) => id === endpoint.id),
    );
    expect(accepted).toEqual(documented.map(([body]) => body));
  });

  it('is declared for the methods of the WebSocket API that write', () => {
    const methods = WS_METHODS.filter(isWrite);
    expect(methods.filter((one) => (one.proof ?? one.endpoint?.proof) === undefined)).toEqual([]);
    expect(methods).toHaveLength(21);
  });
});

describe('a documented answer', () => {
  it('is in the table for every write', () => {
    const listed = Object.keys(DOCUMENTED_ANSWERS).sort();
    expect(listed).toEqual(WRITES.map(({ id }) => id).sort());
  });

  it.each(Object.entries(DOCUMENTED_ANSWERS))('proves %s', (id, { sent, answer, others = [] }) => {
    expect(judge(id, sent, answer)).toEqual({ is: 'proved' });
    for (const other of others) expect([other, judge(id, sent, other).is]).toEqual([other, 'unproved']);
  });
});

describe('an answer', () => {
  it('with an id of more digits than a JS number holds is compared digit by digit', () => {
    const sent = { symbol: 'BTCUSDT', orderId: '9007199254740993' };
    const cancelled = (orderId: string) => `{"symbol":"BTCUSDT","orderId":${orderId},"status":"CANCELED"}`;
    expect(judge('spot.order.cancel', sent, cancelled('9007199254740993')).is).toBe('proved');
    expect(judge('spot.order.cancel', sent, cancelled('9007199254740992')).is).toBe('unproved');
  });

  it('with an id that is the same number in another spelling proves nothing', () => {
    const sent = { symbol: 'BTCUSDT', newClientOrderId: '7' };
    expect(judge('spot.order.new', sent, '{"symbol":"BTCUSDT","orderId":1,"clientOrderId":"7.0"}').is).toBe(
      'unproved',
    );
  });

  it('that repeats the parameters of an order without a number proves nothing', () => {
    const sent = { symbol: 'BTC-241227-60000-C', clientOrderId: 'mine' };
    expect(judge('options.order.new', sent, JSON.stringify(sent)).is).toBe('unproved');
  });

  it('in which a conversion is stated to have failed is a refusal', () => {
    for (const id of ['convert.accept', 'usdm.convert.accept'])
      expect(judge(id, { quoteId: 'q' }, '{"orderId":"9","orderStatus":"FAIL"}')).toEqual({
        is: 'refused',
        says: 'orderStatus FAIL',
      });
  });

  it('with a result for each order of a batch proves each order on its own', () => {
    const endpoint = ENDPOINTS.find(({ id }) => id === 'usdm.order.batch-cancel')!;
    const request = buildRequest(
      endpoint,
      new Map([
        ['symbol', 'BTCUSDT'],
        ['orderIdList', '[1,2,3]'],
      ]),
    );
    const rows = [
      { orderId: 1, status: 'CANCELED' },
      { code: -2011, msg: 'Unknown order sent.' },
      { orderId: 4, status: 'CANCELED' },
    ];
    expect(judgeProof(request, rows).is).toBe('proved');
    expect(rows.map((row, index) => provesElement(request, row, index))).toEqual([true, false, false]);
    expect(judgeProof(request, rows.slice(1)).is).toBe('unproved');
    expect(judgeProof(request, [rows[2]!, rows[2]!, rows[2]!]).is).toBe('unproved');
  });
});
