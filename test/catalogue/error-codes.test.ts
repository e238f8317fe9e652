import { describe, expect, it } from 'vitest';
import { ENGINE_TEXTS } from '../../src/catalogue/errors/engine-texts.ts';
import {
  ERROR_CODES,
  errorCodeOf,
  findErrorCodes,
  matchesText,
  nameOf,
} from '../../src/catalogue/errors/error-codes.ts';

/** The first listing of the interface document, Errors: code, name and HTTP status. */
const FIRST_LISTING: readonly [number, string, number][] = [
  [-1000, 'UNKNOWN', 400],
  [-1001, 'DISCONNECTED', 401],
  [-1002, 'UNAUTHORIZED', 401],
  [-1003, 'TOO_MANY_REQUESTS', 429],
  [-1006, 'UNEXPECTED_RESP', 409],
  [-1007, 'TIMEOUT', 408],
  [-1014, 'UNKNOWN_ORDER_COMPOSITION', 400],
  [-1015, 'TOO_MANY_ORDERS', 429],
  [-1016, 'SERVICE_SHUTTING_DOWN', 400],
  [-1020, 'UNSUPPORTED_OPERATION', 400],
  [-1021, 'INVALID_TIMESTAMP', 401],
  [-1022, 'INVALID_SIGNATURE', 401],
  [-1100, 'ILLEGAL_CHARS', 400],
  [-1101, 'TOO_MANY_PARAMETERS', 400],
  [-1102, 'MANDATORY_PARAM_EMPTY_OR_MALFORMED', 400],
  [-1103, 'UNKNOWN_PARAM', 400],
  [-1104, 'UNREAD_PARAMETERS', 400],
  [-1105, 'PARAM_EMPTY', 400],
  [-1106, 'PARAM_NOT_REQUIRED', 400],
  [-1111, 'BAD_PRECISION', 400],
  [-1112, 'NO_DEPTH', 400],
  [-1114, 'TIF_NOT_REQUIRED', 400],
  [-1115, 'INVALID_TIF', 400],
  [-1116, 'INVALID_ORDER_TYPE', 400],
  [-1117, 'INVALID_SIDE', 400],
  [-1118, 'EMPTY_NEW_CL_ORD_ID', 400],
  [-1119, 'EMPTY_ORG_CL_ORD_ID', 400],
  [-1120, 'BAD_INTERVAL', 400],
  [-1121, 'BAD_SYMBOL', 400],
  [-1125, 'INVALID_LISTEN_KEY', 400],
  [-1127, 'MORE_THAN_XX_HOURS', 400],
  [-1128, 'OPTIONAL_PARAMS_BAD_COMBO', 400],
  [-1130, 'INVALID_PARAMETER', 400],
  [-2010, 'NEW_ORDER_REJECTED', 400],
  [-2011, 'CANCEL_REJECTED', 400],
  [-2013, 'NO_SUCH_ORDER', 400],
  [-2014, 'BAD_API_KEY_FMT', 400],
  [-2015, 'REJECTED_MBX_KEY', 401],
  [-2016, 'NO_TRADING_WINDOW', 400],
];

/** What the second listing adds. */
const SECOND_LISTING: readonly [number, string][] = [
  [-2016, 'trading disabled'],
  [-2017, 'insufficient balance'],
  [-2018, 'insufficient margin'],
  [-2019, 'order cannot be filled'],
  [-2020, 'order would trigger immediately'],
  [-2021, 'price too far above market'],
  [-2022, 'price too far below market'],
];

const documentEntry = (code: number) => findErrorCodes(code).find((one) => one.origin === 'document');

describe('the error codes of the interface document', () => {
  it.each(FIRST_LISTING)('include %i as %s with HTTP status %i', (code, name, httpStatus) => {
    expect(documentEntry(code)?.first).toMatchObject({ names: [name], httpStatus });
  });

  it.each(SECOND_LISTING)('include %i as "%s" from the second listing', (code, label) => {
    expect(documentEntry(code)?.second?.names).toEqual([label]);
  });

  it('include no code that neither listing has', () => {
    const listed = new Set([...FIRST_LISTING, ...SECOND_LISTING].map(([code]) => code));
    const entries = ERROR_CODES.filter((one) => one.origin === 'document');
    expect(entries.map((one) => one.code).sort()).toEqual([...listed].sort());
  });

  it('have the four labels of the second listing on each code from -1114 to -1121', () => {
    for (let code = -1114; code >= -1121; code -= 1) {
      expect(documentEntry(code)?.second).toEqual({
        names: ['time not synchronised', 'invalid interval', 'invalid symbol', 'invalid listen key'],
        range: { from: -1121, to: -1114 },
      });
    }
  });
});

describe('each error code', () => {
  it('has a remedy that is a sentence', () => {
    for (const one of ERROR_CODES) expect(one.remedy, String(one.code)).toMatch(/^[A-Z].*[.-]$/s);
  });

  it('differs in its products or texts from other entries of the same code', () => {
    for (const one of ERROR_CODES) {
      const others = findErrorCodes(one.code).filter((other) => other !== one);
      for (const other of others) {
        expect([other.products, other.texts], String(one.code)).not.toEqual([one.products, one.texts]);
      }
    }
  });

  it('is retryable only if it is temporary: unavailable, rate limited, or a wrong timestamp', () => {
    for (const one of ERROR_CODES) {
      const isTemporary = one.kind === 'unavailable' || one.kind === 'rate-limited' || one.code === -1021;
      expect(one.retryable, String(one.code)).toBe(isTemporary);
    }
  });
});

describe('the execution status of a write', () => {
  it.each([-1000, -1001, -1006, -1007, -1008])('is unknown after %i', (code) => {
    expect(errorCodeOf(code)).toMatchObject({ kind: 'unavailable', execution: 'unknown' });
  });

  it.each([-1003, -1015])('is not_executed after %i, a rate limit', (code) => {
    expect(errorCodeOf(code)).toMatchObject({ kind: 'rate-limited', execution: 'not_executed' });
  });

  it.each([-1002, -1022, -2014, -2015])('is not_executed after %i, a refused key', (code) => {
    expect(errorCodeOf(code)).toMatchObject({ kind: 'credentials', execution: 'not_executed' });
  });

  it('is not_executed after each refusal of the interface document', () => {
    const refused = FIRST_LISTING.map(([code]) => code).filter(
      (code) => ![-1000, -1001, -1002, -1003, -1006, -1007, -1015, -1022, -2014, -2015].includes(code),
    );
    for (const code of [...refused, -1013, -2017, -2018, -2019, -2020, -2021, -2022]) {
      expect(errorCodeOf(code), String(code)).toMatchObject({ kind: 'rejected', execution: 'not_executed' });
    }
  });

  it('is unknown after a failed batch, and partial after a failed cancel-replace', () => {
    expect(errorCodeOf(-2012, { product: 'usdm' })?.execution).toBe('unknown');
    expect(errorCodeOf(-4083, { product: 'coinm' })?.execution).toBe('unknown');
    const message = 'Order cancel-replace partially failed.';
    expect(errorCodeOf(-2021, { product: 'spot', message })?.kind).toBe('partial');
  });
});

describe('errorCodeOf', () => {
  it('returns the meaning of a code for the given product or message', () => {
    expect(errorCodeOf(-2019, { product: 'usdm' })?.texts).toEqual(['Margin is insufficient.']);
    expect(errorCodeOf(-2019, { product: 'spot' })?.second?.names).toEqual(['order cannot be filled']);
    expect(errorCodeOf(-2021, { product: 'spot' })?.second?.names).toEqual(['price too far above market']);
    expect(errorCodeOf(-1108, { product: 'spot' })?.texts).toEqual(["Parameter '%s' overflowed."]);
    expect(errorCodeOf(-1108, { product: 'options' })?.texts).toEqual(['Invalid asset.']);
    expect(errorCodeOf(-2017, { message: 'API Keys are locked on this account.' })?.kind).toBe('credentials');
  });

  it('returns nothing for a code that belongs to other products', () => {
    expect(errorCodeOf(-4061, { product: 'spot' })).toBeUndefined();
    expect(errorCodeOf(-4061)?.products).toEqual(['usdm', 'coinm']);
  });

  it('returns the codes of the wallet service, and nothing for unlisted codes', () => {
    expect(errorCodeOf('100004')?.kind).toBe('rate-limited');
    expect(errorCodeOf('000400', { product: 'onchain' })?.kind).toBe('rejected');
    expect(errorCodeOf(-99999)).toBeUndefined();
    expect(findErrorCodes(-99999)).toEqual([]);
  });
});

describe('nameOf', () => {
  it.each([
    [-1121, 'BAD_SYMBOL'],
    [-2010, 'NEW_ORDER_REJECTED'],
    [-2016, 'NO_TRADING_WINDOW / trading disabled'],
    [-2017, 'insufficient balance'],
    [-1008, undefined],
    [-99999, undefined],
  ])('of %i is %s', (code, name) => {
    expect(nameOf(code)).toBe(name);
  });

  it('returns no name for a futures code whose name belongs to another meaning', () => {
    expect(nameOf(-2019, 'usdm')).toBeUndefined();
  });
});

describe('matchesText', () => {
  it('accepts any text for a placeholder, and requires the rest exactly', () => {
    const entry = findErrorCodes(-1102)[0]!;
    expect(
      matchesText(entry, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed."),
    ).toBe(true);
    expect(
      matchesText(entry, "Param 'orderId' or 'origClientOrderId' must be sent, but both were empty/null!"),
    ).toBe(true);
    expect(matchesText(entry, "Mandatory parameter 'symbol' was not sent")).toBe(false);
    expect(
      matchesText(entry, "mandatory parameter 'symbol' was not sent, was empty/null, or malformed."),
    ).toBe(false);
  });

  it('does not match the parts of a text against overlapping characters', () => {
    const entry = findErrorCodes(-1015)[0]!;
    expect(matchesText(entry, 'Too many new orders; current limit is 10 orders per SECOND.')).toBe(true);
    expect(matchesText(entry, 'Too many new orders; current limit is ')).toBe(false);
  });

  it('matches each listed text with its placeholders filled', () => {
    for (const one of ERROR_CODES) {
      for (const text of one.texts) expect(matchesText(one, text.replaceAll('%s', 'x'))).toBe(true);
    }
  });
});

describe('the refusal texts of the matching engine', () => {
  it('are unique, and each belongs to at least one action', () => {
    expect(new Set(ENGINE_TEXTS.map((one) => one.text)).size).toBe(ENGINE_TEXTS.length);
    for (const one of ENGINE_TEXTS) expect(one.on.length).toBeGreaterThan(0);
  });

  it('belong to the error code of their action', () => {
    const placed = errorCodeOf(-2010)!;
    expect(matchesText(placed, 'Account has insufficient balance for requested action.')).toBe(true);
    expect(matchesText(placed, 'Filter failure: MAX_NUM_ORDERS')).toBe(true);
    expect(matchesText(errorCodeOf(-2011)!, 'Unknown order sent.')).toBe(true);
    expect(matchesText(errorCodeOf(-2038)!, 'The requested action would change no state; rejecting')).toBe(
      true,
    );
    expect(matchesText(errorCodeOf(-2011)!, 'Duplicate order sent.')).toBe(false);
  });
});
