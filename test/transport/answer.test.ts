/** The error kind, execution status and exit code of each answer. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/catalogue/errors/error-codes.ts';
import { HTTP_STATUSES, UNAVAILABLE_TEXTS } from '../../src/catalogue/http.ts';
import { ToolError } from '../../src/core/errors.ts';
import type { Answer, PreparedRequest } from '../../src/request/types.ts';
import { throwOnRefusal } from '../../src/transport/answer.ts';
import { answer, orderRequest, readRequest, START } from './requests.ts';

function refused(request: PreparedRequest, given: Answer): ToolError {
  try {
    throwOnRefusal(request, given);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error('expected a refusal');
}

function exchangeError(code: number, msg = 'what the exchange says'): string {
  return JSON.stringify({ code, msg });
}

const futuresOrder = orderRequest({ product: 'usdm', host: 'usdm', path: '/fapi/v1/order' });

describe('a success', () => {
  it.each(['{}', '[]', '{"code":200,"msg":"success"}', ' [1] \n', '"text"', '1'])(
    'with the body %s is returned for a read and unknown for an order',
    (body) => {
      const given = answer(200, body);
      expect(throwOnRefusal(readRequest(), given)).toBe(given);
      expect(refused(orderRequest(), given)).toMatchObject({ kind: 'execution-unknown', exitCode: 7 });
    },
  );

  it('is returned for an order whose client order id it repeats', () => {
    const given = answer(200, '{"symbol":"BTCUSDT","orderId":12,"clientOrderId":"b-1"}');
    expect(throwOnRefusal(orderRequest(), given)).toBe(given);
  });

  it.each(['{}', '[]', 'null', '"done"', '{"success":false}', '{"code":500,"msg":"internal"}', '{"code":1}'])(
    'with the body %s leaves a write of a path outside the catalogue unknown',
    (body) => {
      const { proof: _proof, ...raw } = orderRequest({ endpoint: 'raw' });
      expect(refused(raw, answer(200, body)).kind).toBe('execution-unknown');
    },
  );

  it.each(['{"tranId":1}', '[{"id":1}]', '{"code":200,"msg":"success"}', '{"code":"000000","data":[]}'])(
    'with the body %s is returned for a write of a path outside the catalogue',
    (body) => {
      const { proof: _proof, ...raw } = orderRequest({ endpoint: 'raw' });
      expect(throwOnRefusal(raw, answer(200, body)).body).toBe(body);
    },
  );

  it.each(['', '   ', '<html>login</html>', '{"orderId":12', 'null{', '[1,2'])(
    'whose body is %j is unavailable for a read and unknown for an order',
    (body) => {
      expect(refused(readRequest(), answer(200, body)).facts).toMatchObject({
        kind: 'unavailable',
        execution: 'none',
      });
      const order = refused(orderRequest(), answer(200, body));
      expect(order.facts).toMatchObject({
        kind: 'execution-unknown',
        execution: 'unknown',
        retryable: false,
      });
      expect(order.exitCode).toBe(7);
    },
  );

  it('with a long truncated body is unavailable', () => {
    const body = `[${'[1,"2"],'.repeat(5_000)}[1`;
    expect(refused(readRequest(), answer(200, body)).kind).toBe('unavailable');
    expect(throwOnRefusal(readRequest(), answer(200, `${body}]]`)).status).toBe(200);
  });

  it('whose body is an exchange error is a refusal', () => {
    const error = refused(orderRequest(), answer(200, exchangeError(-1121)));
    expect(error.facts).toMatchObject({ kind: 'rejected', code: -1121, execution: 'not_executed' });
  });

  it('of an unexpected page shows its first characters, escaped', () => {
    const { message } = refused(readRequest(), answer(200, `<html>\u{1b}[2J\u{202e}${'x'.repeat(500)}`));
    expect(message).toContain('\\u{1b}[2J');
    expect(message).not.toContain('\u{1b}');
    expect(message.length).toBeLessThan(250);
  });
});

describe('the decision table for an order', () => {
  it.each([
    ['400 -1013', 400, exchangeError(-1013), 'rejected', 'not_executed', 4],
    ['400 -1102', 400, exchangeError(-1102), 'rejected', 'not_executed', 4],
    [
      '400 -2010',
      400,
      exchangeError(-2010, 'Account has insufficient balance for requested action.'),
      'rejected',
      'not_executed',
      4,
    ],
    ['401 -2015', 401, exchangeError(-2015), 'credentials', 'not_executed', 3],
    ['400 -2014', 400, exchangeError(-2014), 'credentials', 'not_executed', 3],
    ['401 -1022', 401, exchangeError(-1022), 'credentials', 'not_executed', 3],
    ['401 -1002', 401, exchangeError(-1002), 'credentials', 'not_executed', 3],
    ['401 -1021', 401, exchangeError(-1021), 'rejected', 'not_executed', 4],
    ['500 -1021', 500, exchangeError(-1021), 'rejected', 'not_executed', 4],
    ['429', 429, '', 'rate-limited', 'not_executed', 6],
    ['429 -1015', 429, exchangeError(-1015), 'rate-limited', 'not_executed', 6],
    ['400 -1003', 400, exchangeError(-1003), 'rate-limited', 'not_executed', 6],
    ['418', 418, '', 'rate-limited', 'not_executed', 6],
    ['403 page', 403, '<html>', 'rate-limited', 'not_executed', 6],
    ['451', 451, '<html>', 'rejected', 'not_executed', 4],
    ['400 -1000', 400, exchangeError(-1000), 'execution-unknown', 'unknown', 7],
    ['401 -1001', 401, exchangeError(-1001), 'execution-unknown', 'unknown', 7],
    ['409 -1006', 409, exchangeError(-1006), 'execution-unknown', 'unknown', 7],
    ['408 -1007', 408, exchangeError(-1007), 'execution-unknown', 'unknown', 7],
    ['408 page', 408, '<html>', 'execution-unknown', 'unknown', 7],
    ['409 -2010', 409, exchangeError(-2010), 'execution-unknown', 'unknown', 7],
    ['500', 500, '', 'execution-unknown', 'unknown', 7],
    ['502 page', 502, '<html>', 'execution-unknown', 'unknown', 7],
    ['504', 504, '', 'execution-unknown', 'unknown', 7],
    ['503 -1008', 503, exchangeError(-1008), 'execution-unknown', 'unknown', 7],
    ['503 -1121', 503, exchangeError(-1121), 'execution-unknown', 'unknown', 7],
    ['an unlisted code', 400, exchangeError(-987654), 'execution-unknown', 'unknown', 7],
    ['an unlisted status', 422, 'no', 'execution-unknown', 'unknown', 7],
    ['a page where an error should be', 400, '<html>', 'execution-unknown', 'unknown', 7],
  ] as const)('covers %s', (_name, status, body, kind, execution, exitCode) => {
    const error = refused(orderRequest(), answer(status, body));
    expect(error.facts).toMatchObject({ kind, execution, httpStatus: status });
    expect(error.exitCode).toBe(exitCode);
    if (execution === 'unknown') expect(error.facts.retryable).toBe(false);
  });

  it('treats a 503 of spot as unknown and the two known texts of futures as likely not executed', () => {
    for (const { text, execution } of UNAVAILABLE_TEXTS) {
      const given = answer(503, exchangeError(-1001, text));
      expect(refused(orderRequest(), given).kind).toBe('execution-unknown');
      const error = refused(futuresOrder, given);
      expect(error.facts).toMatchObject({
        kind: execution === 'not_executed' ? 'unavailable' : 'execution-unknown',
        execution: 'unknown',
        retryable: false,
      });
    }
    expect(refused(futuresOrder, answer(503, exchangeError(-1001, 'Something new.'))).kind).toBe(
      'execution-unknown',
    );
  });

  it('reports an unknown status for a cancel-and-replace of which one half failed', () => {
    const request = orderRequest({ endpoint: 'raw', path: '/api/v3/order/cancelReplace' });
    for (const code of [-2021, -2022]) {
      expect(refused(request, answer(409, exchangeError(code))).kind).toBe('execution-unknown');
      expect(refused(request, answer(400, exchangeError(code))).kind).toBe('execution-unknown');
    }
  });

  it('names the client order id', () => {
    expect(refused(orderRequest(), answer(500)).facts.clientOrderId).toBe('b-1');
  });

  it('reports any answer to an order as executed, not executed or unknown', () => {
    const codes = fc.oneof(fc.constantFrom(...ERROR_CODES.map(({ code }) => code)), fc.integer());
    const bodies = fc.oneof(
      fc.string(),
      fc.record({ code: codes, msg: fc.string() }).map((body) => JSON.stringify(body)),
      fc.json(),
    );
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), bodies, (status, body) => {
        let error: unknown;
        try {
          throwOnRefusal(orderRequest(), answer(status, body));
          expect(status).toBeLessThan(300);
          return;
        } catch (thrown) {
          error = thrown;
        }
        if (!(error instanceof ToolError)) throw error;
        const { kind, execution, retryable } = error.facts;
        expect(['not_executed', 'unknown']).toContain(execution);
        if (kind === 'execution-unknown') expect(execution).toBe('unknown');
        if (execution === 'unknown') expect(retryable).toBe(false);
        // Of server errors, only a refused timestamp and reached limits prove that nothing was executed.
        if (status >= 500 && execution === 'not_executed')
          expect([-1021, -1003, -1015]).toContain(error.facts.code);
      }),
      { numRuns: 400, seed: 20_240_703 },
    );
  });
});

describe('a refused read', () => {
  it.each([
    [400, exchangeError(-1121), 'rejected', false, 4],
    [404, '<html>', 'rejected', false, 4],
    [422, 'no', 'rejected', false, 4],
    [401, exchangeError(-2015), 'credentials', false, 3],
    [500, '', 'unavailable', true, 5],
    [502, '<html>', 'unavailable', true, 5],
    [503, exchangeError(-1008), 'unavailable', true, 5],
    [408, exchangeError(-1007), 'unavailable', true, 5],
    [400, exchangeError(-1000), 'unavailable', true, 5],
    [429, exchangeError(-1003), 'rate-limited', true, 6],
    [418, '', 'rate-limited', false, 6],
    [403, '<html>', 'rate-limited', false, 6],
    [451, '', 'rejected', false, 4],
  ] as const)('of status %i with %s is %s', (status, body, kind, retryable, exitCode) => {
    const error = refused(readRequest(), answer(status, body));
    expect(error.facts).toMatchObject({ kind, retryable, execution: 'none' });
    expect(error.exitCode).toBe(exitCode);
    expect(error.facts.hint).toBeTruthy();
  });

  it('never has an unknown execution status, for any known code and status', () => {
    for (const { status } of HTTP_STATUSES) {
      for (const { code } of ERROR_CODES) {
        const body = JSON.stringify({ code, msg: 'x' });
        expect(refused(readRequest(), answer(status, body)).facts.execution).toBe('none');
      }
    }
  });

  it('has the code, name and text of the exchange', () => {
    const error = refused(readRequest(), answer(400, exchangeError(-1121, 'Invalid symbol.')));
    expect(error.facts).toMatchObject({ code: -1121, endpoint: 'spot.ping' });
    expect(error.facts.name).toContain('BAD_SYMBOL');
    expect(error.message).toContain('Invalid symbol.');
  });

  it('truncates the text of the exchange', () => {
    const error = refused(readRequest(), answer(400, exchangeError(-1121, 'x'.repeat(10_000))));
    expect(error.message.length).toBeLessThan(500);
  });

  it('has the time to wait', () => {
    expect(refused(readRequest(), answer(429, '', { 'retry-after': '7' })).facts.retryAfterMs).toBe(7_000);
    const body = exchangeError(
      -1003,
      `Way too much request weight used; IP banned until ${START + 190_000}.`,
    );
    expect(refused(readRequest(), answer(418, body)).facts.retryAfterMs).toBe(190_000);
  });
});

describe('secrets', () => {
  it('are redacted in an unexpected page and in the text of the exchange', () => {
    const signature = 'ab/cd+ef==';
    const query = `symbol=X&signature=${encodeURIComponent(signature)}&listenKey=listen-key-1`;
    const request = readRequest({ query, headers: { 'X-MBX-APIKEY': 'key-of-the-test' } });
    const page = `${signature} ${encodeURIComponent(signature)} listen-key-1 key-of-the-test`;
    for (const body of [page, exchangeError(-1100, page)]) {
      const error = refused(request, answer(400, body));
      const shown = JSON.stringify([error.facts, String(error.stack)]);
      for (const secret of [signature, encodeURIComponent(signature), 'listen-key-1', 'key-of-the-test']) {
        expect(shown).not.toContain(secret);
      }
    }
  });

  it('are not partly visible where the page is truncated', () => {
    const request = orderRequest({ body: `signature=${'5e3f'.repeat(16)}` });
    const page = `${'x'.repeat(70)}${'5e3f'.repeat(16)}`;
    expect(refused(request, answer(400, page)).message).not.toContain('5e3f');
  });
});
