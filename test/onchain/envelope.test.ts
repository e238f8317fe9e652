import { describe, expect, it } from 'vitest';
import { ToolError } from '../../src/core/errors.ts';
import { stringifyJson } from '../../src/core/json.ts';
import { readEnvelope } from '../../src/onchain/envelope.ts';

const entry = {
  chainId: '56',
  address: '0x8894e0a0c962cb723c1976a4421c95949be2d4e3',
  contractAddress: '0x55d398326f99059ff775485246999027b3197955',
  name: 'Tether USD',
  symbol: 'USDT',
  icon: '/images/web3-data/public/token/logos/a.png',
  decimals: 18,
  price: '0.99987654321012345678',
  percentChange24h: '-0.01',
  remainQty: '123456789012345678901234.5',
};

function bodyOf(list: unknown): string {
  return JSON.stringify({
    code: '000000',
    message: null,
    messageDetail: null,
    data: { offset: 0, addressStatus: null, list },
    success: true,
  });
}

function errorOf(body: string): ToolError {
  try {
    readEnvelope(body);
  } catch (error) {
    if (error instanceof ToolError) return error;
  }
  throw new Error('expected a ToolError');
}

function failureOf(code: unknown, message: unknown = 'no'): ToolError {
  return errorOf(JSON.stringify({ code, message, messageDetail: message, data: null, success: false }));
}

describe('a page of holdings', () => {
  it('keeps every field of an entry as text', () => {
    const page = readEnvelope(bodyOf([entry]));
    expect(page).toEqual({
      offset: '0',
      addressStatus: null,
      list: [{ ...entry, decimals: '18', entry }],
    });
  });

  it('keeps the digits of prices and quantities that are JSON numbers', () => {
    const body = bodyOf([entry])
      .replace('"0.99987654321012345678"', '0.99987654321012345678')
      .replace('"123456789012345678901234.5"', '1.50');
    const [holding] = readEnvelope(body).list;
    expect(holding?.price).toBe('0.99987654321012345678');
    expect(holding?.remainQty).toBe('1.50');
    expect(stringifyJson(holding?.entry ?? null)).toContain('"remainQty":1.50');
  });

  it('reads a null list as an empty wallet', () => {
    expect(readEnvelope(bodyOf(null)).list).toEqual([]);
    expect(readEnvelope(bodyOf([])).list).toEqual([]);
  });

  it('reads missing fields and fields of another type as null, and keeps extra fields', () => {
    const [holding] = readEnvelope(bodyOf([{ symbol: ['x'], price: null, riskLevel: 'LOW' }])).list;
    expect(holding).toMatchObject({
      symbol: null,
      price: null,
      remainQty: null,
      entry: { riskLevel: 'LOW' },
    });
  });

  it('treats a key such as __proto__ as data', () => {
    const body = bodyOf([{ symbol: 'A' }]).replace('"symbol"', '"__proto__":{"price":"1"},"symbol"');
    expect(readEnvelope(body).list[0]).toMatchObject({ symbol: 'A', price: null });
    expect(({} as { price?: string }).price).toBeUndefined();
  });
});

describe('a failure of the wallet service', () => {
  it('is a rate limit with code 100004', () => {
    const { facts, exitCode } = failureOf('100004', 'slow down');
    expect(facts).toMatchObject({ kind: 'rate-limited', code: '100004', retryable: true, execution: 'none' });
    expect(facts.message).toContain('slow down');
    expect(exitCode).toBe(6);
  });

  it.each(['100002', '000400', '999999'])('is a rejection with code %s', (code) => {
    const error = failureOf(code);
    expect(error.facts).toMatchObject({ kind: 'rejected', code, retryable: false });
    expect(error.exitCode).toBe(4);
  });

  it('is a rejection if only one of code and success flag means success', () => {
    expect(failureOf('000000').kind).toBe('rejected');
    expect(errorOf(JSON.stringify({ code: '1', success: true, data: { list: [] } })).kind).toBe('rejected');
    expect(errorOf(JSON.stringify({ code: '000000', success: 'true', data: { list: [] } })).kind).toBe(
      'rejected',
    );
  });

  it('keeps the digits of a code that is a JSON number', () => {
    expect(failureOf(100004).facts.code).toBe('100004');
  });

  it('shows hostile text escaped and truncated', () => {
    const { message } = failureOf('000400', `\u001b[2J${'x'.repeat(5000)}`).facts;
    expect(message).not.toContain('\u001b');
    expect(message.length).toBeLessThan(500);
  });

  it.each([
    ['an empty body', ''],
    ['a page of HTML', '<html>\u001b[31mno</html>'],
    ['another JSON value', '[1]'],
    ['an object without a code', '{"data":{"list":[]},"success":true}'],
    ['a list that is none', bodyOf('x')],
    ['an entry that is none', bodyOf([1])],
    ['data that is none', '{"code":"000000","success":true,"data":[]}'],
  ])('means that the service is unavailable after %s', (_, body) => {
    const error = errorOf(body);
    expect(error.kind).toBe('unavailable');
    expect(error.exitCode).toBe(5);
    expect(error.facts.message).not.toContain('\u001b');
  });
});
