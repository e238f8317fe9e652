/** The verdicts of a policy: which rule decides, and what never is held back. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { UnixMs } from '../../src/core/words.ts';
import { decide, type PolicyWrite } from '../../src/policy/decide.ts';
import type { PolicyDoor } from '../../src/policy/policy.ts';
import { parsePolicy, readPolicy } from '../../src/policy/policy-file.ts';
import { temporaryFolder } from '../acceptance/world.ts';
import { ruleOf } from './rules.ts';

/** 2024-03-15T12:34:56.789Z, a Friday. */
const AT = 1_710_506_096_789 as UnixMs;

function writeOf(
  params: Readonly<Record<string, string>>,
  {
    endpoint = 'spot.order.new',
    isReducing = false,
    venue = 'live',
    at = AT,
    effect = 'write' as 'write' | 'funds',
    door = 'cli' as PolicyDoor,
    profile = undefined as string | undefined,
  } = {},
): PolicyWrite {
  const { symbol } = params;
  const part = { params, ...(symbol === undefined ? {} : { symbol }) };
  const intent = { noun: 'order', isReducing, addsExposure: !isReducing, parts: [part] };
  return { request: { endpoint, product: 'spot', effect, intent }, venue, at, door, profile };
}

function policyOf(rules: unknown, more: object = {}) {
  return parsePolicy(JSON.stringify({ version: 1, default: 'refuse', rules, ...more }), 'policy.json');
}

function ruleFor(when: object, write: PolicyWrite): string {
  return decide(policyOf([ruleOf('one', 'allow', when)]), write).rule;
}

const BUY = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };

describe('a rule', () => {
  it.each<[object, PolicyWrite, boolean]>([
    [{}, writeOf(BUY), true],
    [{ endpoints: ['spot.*'] }, writeOf(BUY), true],
    [{ endpoints: ['*.order.*'] }, writeOf(BUY), true],
    [{ endpoints: ['spot.order'] }, writeOf(BUY), false],
    [{ endpoints: ['spot.order.new*new'] }, writeOf(BUY), false],
    [{ endpoints: ['*a*b*c'] }, writeOf(BUY, { endpoint: 'x.a.b' }), false],
    [{ endpoints: ['spot.*order.*new'] }, writeOf(BUY), true],
    [{ hours: { from: '22:00', to: '12:34' } }, writeOf(BUY), false],
    [{ effect: ['funds'] }, writeOf(BUY), false],
    [{ effect: ['funds'] }, writeOf({}, { effect: 'funds' }), true],
    [{ venue: ['sandbox'] }, writeOf(BUY), false],
    [{ venue: ['live'] }, writeOf(BUY), true],
    [{ doors: ['api', 'ws'] }, writeOf(BUY), false],
    [{ doors: ['api', 'ws'] }, writeOf(BUY, { door: 'ws' }), true],
    [{ profile: ['main'] }, writeOf(BUY, { profile: 'main' }), true],
    [{ profile: ['main'] }, writeOf(BUY, { profile: 'other' }), false],
    [{ profile: ['main'] }, writeOf(BUY), false],
    [{ symbols: ['BTCUSDT'] }, writeOf(BUY), true],
    [{ symbols: ['BTCUSDT'] }, writeOf({}), false],
    [{ types: ['MARKET'] }, writeOf(BUY), false],
    [{ types: ['LIMIT'] }, writeOf(BUY), true],
    [{ side: ['SELL'] }, writeOf(BUY), false],
    [{ side: ['BUY'] }, writeOf(BUY), true],
    [{ reduceOnly: true }, writeOf(BUY), false],
    [{ reduceOnly: true }, writeOf({ ...BUY, closePosition: 'TRUE' }), true],
    [{ params: { timeInForce: ['GTC'] } }, writeOf(BUY), true],
    [{ params: { timeInForce: ['IOC'] } }, writeOf(BUY), false],
    [{ params: { address: ['0x1'] } }, writeOf(BUY), false],
    [{ hours: { from: '12:34', to: '12:35' } }, writeOf(BUY), true],
    [{ hours: { from: '12:00', to: '12:34' } }, writeOf(BUY), false],
    [{ hours: { from: '22:00', to: '13:00' } }, writeOf(BUY), true],
    [{ hours: { from: '22:00', to: '06:00' } }, writeOf(BUY), false],
    [{ hours: { from: '12:34', to: '12:34' } }, writeOf(BUY), false],
    [{ hours: { from: '12:00', to: '12:00' } }, writeOf(BUY), false],
    [{ hours: { from: '12:34', to: '00:00' } }, writeOf(BUY), true],
    [{ hours: { from: '12:35', to: '00:00' } }, writeOf(BUY), false],
    [{ endpoints: ['spot.*.new'] }, writeOf(BUY), true],
    [{ endpoints: ['spot.order.*new'] }, writeOf(BUY), true],
    [{ endpoints: ['spot.*der*order.new'] }, writeOf(BUY), false],
    [{ endpoints: ['spot.o*rder*rder.new'] }, writeOf(BUY), false],
    [{ endpoints: ['*spot*order*'] }, writeOf(BUY), true],
    [{ endpoints: ['*order*spot*'] }, writeOf(BUY), false],
    [{ endpoints: ['*order*order*'] }, writeOf(BUY), false],
    [{ endpoints: ['spot.order.n*'] }, writeOf(BUY, { endpoint: 'spot.order.cancel' }), false],
    [{ endpoints: ['*w'] }, writeOf(BUY, { endpoint: 'spot.order.cancel' }), false],
    [{ addresses: ['0x1'] }, writeOf({ address: '0x1' }), true],
    [{ addresses: ['0x1'] }, writeOf({ address: '0x2' }), false],
    [{ reduceOnly: true }, writeOf({ ...BUY, reduceOnly: 'true' }), true],
    [{ reduceOnly: false }, writeOf({ ...BUY, reduceOnly: 'false' }), true],
    [{ params: { timeInForce: ['GTC'], side: ['SELL'] } }, writeOf(BUY), false],
    [{ days: ['fri'] }, writeOf(BUY), true],
    [{ days: ['sat', 'sun'] }, writeOf(BUY), false],
  ])('with the conditions %j of a write', (when, write, isMatch) => {
    expect(ruleFor(when, write)).toBe(isMatch ? 'one' : 'default');
  });
});

describe('a policy', () => {
  const rules = [ruleOf('no', 'refuse', { symbols: ['BTCUSDT'] }), ruleOf('yes', 'allow')];

  it('decides by the first rule that matches', () => {
    expect(decide(policyOf(rules), writeOf(BUY))).toMatchObject({ verdict: 'refuse', rule: 'no' });
    expect(decide(policyOf(rules), writeOf({}))).toMatchObject({ verdict: 'allow', rule: 'yes' });
  });

  it('refuses a batch if it refuses one of its orders', () => {
    const write = writeOf({ symbol: 'ETHUSDT' });
    const parts = [...write.request.intent!.parts, ...writeOf(BUY).request.intent!.parts];
    const batch = { ...write, request: { ...write.request, intent: { ...write.request.intent!, parts } } };
    expect(decide(policyOf(rules), batch)).toMatchObject({ verdict: 'refuse', rule: 'no' });
  });

  it('asks about a batch if it asks about one of its orders and refuses none', () => {
    const asking = [ruleOf('btc', 'ask', { symbols: ['BTCUSDT'] }), ruleOf('yes', 'allow')];
    const write = writeOf({ symbol: 'ETHUSDT' });
    const parts = [...write.request.intent!.parts, ...writeOf(BUY).request.intent!.parts];
    const batch = { ...write, request: { ...write.request, intent: { ...write.request.intent!, parts } } };
    expect(decide(policyOf(asking), batch)).toMatchObject({ verdict: 'ask', rule: 'btc' });
  });

  it('decides a write without orders by itself', () => {
    const write = writeOf({});
    const request = { ...write.request, intent: { ...write.request.intent!, parts: [] } };
    expect(decide(policyOf(rules), { ...write, request })).toMatchObject({ verdict: 'allow', rule: 'yes' });
    const { intent: _, ...bare } = write.request;
    expect(decide(policyOf(rules), { ...write, request: bare })).toMatchObject({ rule: 'yes' });
  });

  it('says in a sentence why', () => {
    const why = (policy: object, write = writeOf(BUY)) => decide(policy as never, write).why;
    expect(why(policyOf(rules))).toBe('Rule "no" refuses spot.order.new.');
    expect(why(policyOf([], { default: 'ask' }))).toBe(
      'No rule matches spot.order.new, and the default asks for approval of it.',
    );
    expect(why(policyOf([], { venues: ['sandbox', 'testnet'] }))).toBe(
      'The policy sends writes to sandbox, testnet only, not to live.',
    );
  });

  it('sends writes to its venues only', () => {
    const policy = policyOf([ruleOf('yes', 'allow')], { venues: ['sandbox'] });
    expect(decide(policy, writeOf(BUY))).toMatchObject({ verdict: 'refuse', rule: 'venues' });
    expect(decide(policy, writeOf(BUY, { venue: 'sandbox' })).rule).toBe('yes');
  });

  it('holds back a reducing write by a rule only, never by its default or venues', () => {
    const write = writeOf(BUY, { isReducing: true });
    expect(decide(policyOf([], { venues: ['sandbox'] }), write)).toMatchObject({
      verdict: 'allow',
      rule: 'reducing',
    });
    expect(decide(policyOf(rules), write)).toMatchObject({ verdict: 'refuse', rule: 'no' });
  });
});

describe('a policy file', () => {
  const good = { version: 1, default: 'refuse', rules: [] };

  it.each<[string, unknown, RegExp]>([
    ['an unknown member', { ...good, defualt: 'allow' }, /unknown member "defualt"/],
    ['an unknown condition', { ...good, rules: [ruleOf('a', 'allow', { symbol: ['X'] })] }, /"symbol"/],
    ['a missing default', { version: 1, rules: [] }, /lacks "default"/],
    ['another version', { ...good, version: 2 }, /\/version must satisfy const 1, was 2/],
    [
      'an unknown verdict',
      { ...good, default: 'perhaps' },
      /\/default must be one of allow, ask, refuse, was "perhaps"/,
    ],
    [
      'a number instead of text',
      { ...good, rules: [ruleOf('a', 'allow', { params: { quantity: [1] } })] },
      /must be of type string, was 1/,
    ],
    [
      'a repeated id',
      {
        ...good,
        rules: [ruleOf('a', 'allow'), ruleOf('a', 'refuse')],
      },
      /"a" is used twice/,
    ],
    ['a reserved id', { ...good, rules: [ruleOf('halt', 'allow')] }, /"halt"/],
    ['a list', [], /of type object/],
  ])('with %s is refused', (_fault, value, message) => {
    expect(() => parsePolicy(JSON.stringify(value), 'policy.json')).toThrow(message);
  });

  it('states amounts only together with their asset', () => {
    const amounts = { maxOrder: '1', maxDay: '1', maxGross: '1', maxLossDay: '1' };
    const parse = (limits: object, more = {}) =>
      parsePolicy(JSON.stringify({ ...good, limits, ...more }), 'policy.json');
    for (const limits of [amounts, ...Object.entries(amounts).map((one) => Object.fromEntries([one]))])
      expect(() => parse(limits)).toThrow('it lacks "quote"');
    expect(parse(amounts, { quote: 'USDT' }).limits).toEqual(amounts);
    expect(parse({ maxLeverage: 3 }).limits).toEqual({ maxLeverage: 3 });
  });

  it('with many faults lists ten of them, and of what it found the first sixty characters', () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    const parse = (more: object) => () => parsePolicy(JSON.stringify({ ...good, ...more }), 'policy.json');
    expect(parse(unknown(12))).toThrow(/"x9"; and 2 more\.$/);
    expect(parse(unknown(10))).toThrow(/"x9"\.$/);
    expect(parse({ version: 'v'.repeat(99) })).toThrow(new RegExp(`was "${'v'.repeat(59)}(;|\\.$)`));
  });

  it('of more than a mebibyte is refused, and one that others can read', () => {
    const path = join(temporaryFolder(), 'policy.json');
    const owner = process.getuid?.();
    const text = JSON.stringify(good);
    expect(() => readPolicy(path, owner)).toThrow(`There is no policy file ${path}.`);
    writeFileSync(path, text.padEnd(1_048_576), { mode: 0o600 });
    expect(readPolicy(path, owner)).toEqual(good);
    writeFileSync(path, text.padEnd(1_048_577));
    expect(() => readPolicy(path, owner)).toThrow('it holds 1048577 bytes');
    chmodSync(path, 0o644);
    expect(() => readPolicy(path, owner)).toThrow('is not used: it is open to others');
  });

  it('that is not JSON is refused', () => {
    expect(() => parsePolicy('{', 'policy.json')).toThrow(/it is not JSON/);
  });
});
