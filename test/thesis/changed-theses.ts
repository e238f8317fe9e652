/** Theses as people and programs get them wrong: valid ones with a few changes. */
import fc from 'fast-check';
import { ACTIONS } from '../../src/thesis/contract.ts';
import { sample } from './samples.ts';

const values = fc.constantFrom(
  ...['null', 'true', 'false', '0', '-0.00', '1', '0.5', '-1', '1e999', '1e-1001', '1E+100', '2e5', '12e01'],
  ...['1.00000000000000000001', '0.9999999999999999', '12345678901234567', '9e-400', '"12345678901234567"'],
  ...[
    '""',
    '"x"',
    '"LONG"',
    '"paper"',
    '"watch"',
    '"live"',
    '"a:b"',
    '"a\\u003ab"',
    '"\\ud800"',
    '"é😀"',
    '"\\\\"',
  ],
  ...[
    '[]',
    '[1,"paper",{}]',
    '[null,"x"]',
    '{}',
    '{"a":1,"a":2}',
    '{"~":{"/":0}}',
    '[[{"x":[1e1500]}]]',
    '{',
  ],
);
const names = fc.constantFrom(
  ...['mode', 'action', 'ok', 'reason', 'confidence', 'symbol', 'real_orders', 'close_fraction', 'extra'],
  ...['m\\u006fde', 'a~b', 'a/b', '', '__proto__', 'constructor', 'position_id', 'stop_loss_price', 'x:y'],
);

/** Changes a text. */
export type Change = (text: string) => string;

/** Replaces the value after the nth name or comma, as far as that is a scalar. */
export const replacement = fc.tuple(fc.nat(60), values).map(([index, value]): Change => {
  return (text) => replaceNth(text, /([:,[]\s*)(?:"[^"\\]*"(?!:)|[-\d.eE+]+|true|false|null)/g, index, value);
});
const insertion = fc.tuple(fc.nat(60), names, values).map(([index, name, value]): Change => {
  return (text) => replaceNth(text, /([{,]\s*)(?=")/g, index, `"${name}":${value},`);
});
const removal = fc.tuple(fc.nat(60), fc.nat(2)).map(([index, length]): Change => {
  return (text) => {
    const members = text.split(',');
    members.splice(index % members.length, length);
    return members.join(',');
  };
});
const spacing = fc
  .tuple(fc.nat(60), fc.constantFrom(' ', '\n', '\r\n\t', '\u00a0'))
  .map(([index, space]): Change => {
    return (text) => replaceNth(text, /([{}[\],:])/g, index, space);
  });
const damage = fc
  .tuple(
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('"', '\\', ',', '0', '-', '.5', 'e3', '[', '}', 'é', '\u0001', ''),
  )
  .map(([at, removed, added]): Change => {
    return (text) => {
      const start = at % (text.length + 1);
      return text.slice(0, start) + added + text.slice(start + removed);
    };
  });

function replaceNth(text: string, pattern: RegExp, index: number, added: string): string {
  const count = [...text.matchAll(pattern)].length;
  let left = count === 0 ? 0 : index % count;
  return text.replace(pattern, (whole, before: string) => (left-- === 0 ? before + added : whole));
}

/** Texts of theses of all actions with up to four changes, most of which make them invalid. */
export const changedTheses = fc
  .tuple(
    fc.constantFrom(...ACTIONS),
    fc.array(
      fc.oneof(
        { weight: 4, arbitrary: replacement },
        { weight: 3, arbitrary: insertion },
        { weight: 1, arbitrary: removal },
        { weight: 1, arbitrary: spacing },
        { weight: 1, arbitrary: damage },
      ),
      { maxLength: 4 },
    ),
  )
  .map(([action, changes]) => changes.reduce((text, change) => change(text), JSON.stringify(sample(action))));
