import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAIN_START, encodeRecord, readRecords } from '../../../../src/sandbox/storage/journal/records.ts';

function buildJournal(bodies: readonly string[]): { bytes: Buffer; ends: number[] } {
  const lines: Buffer[] = [];
  const ends: number[] = [];
  let chain = CHAIN_START;
  let size = 0;
  for (const body of bodies) {
    const framed = encodeRecord(body, chain);
    lines.push(framed.line);
    chain = framed.chain;
    size += framed.line.length;
    ends.push(size);
  }
  return { bytes: Buffer.concat(lines), ends };
}

const BODIES = ['{"heading":1}', '{"a":"é€😀"}', `{"long":"${'x'.repeat(120)}"}`, '{}', '{"last":"one two"}'];

describe('a journal', () => {
  it('returns the records that were written', () => {
    const body = fc.string({ unit: 'binary', minLength: 1 }).map((text) => JSON.stringify(text));
    fc.assert(
      fc.property(fc.array(body), (bodies) => {
        const { bytes } = buildJournal(bodies);
        const found = readRecords(bytes);
        expect(found).toMatchObject({ bodies, size: bytes.length, damagedAt: undefined });
      }),
    );
  });

  it('truncated at any byte returns the complete records before it', () => {
    const { bytes, ends } = buildJournal(BODIES);
    for (let length = 0; length <= bytes.length; length += 1) {
      const complete = ends.filter((end) => end <= length);
      expect(readRecords(bytes.subarray(0, length))).toMatchObject({
        bodies: BODIES.slice(0, complete.length),
        size: complete.at(-1) ?? 0,
        damagedAt: undefined,
      });
    }
  });

  it('with any one bit changed is reported as damaged, and returns the records before it', () => {
    const { bytes, ends } = buildJournal(BODIES);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      const before = ends.filter((end) => end <= bit >> 3);
      const found = readRecords(changed);
      expect(found.bodies).toEqual(BODIES.slice(0, before.length));
      expect(found.damagedAt, `bit ${bit}`).toBe(before.at(-1) ?? 0);
    }
  });

  it('detects a record that was removed, duplicated or moved', () => {
    const { bytes, ends } = buildJournal(BODIES);
    const record = (index: number) => bytes.subarray(ends[index - 1] ?? 0, ends[index]);
    const orders = [
      [0, 2, 3, 4],
      [0, 1, 1, 2],
      [0, 2, 1, 3, 4],
      [1, 2, 3, 4],
    ];
    for (const order of orders) {
      expect(readRecords(Buffer.concat(order.map(record))).damagedAt).toBeDefined();
    }
  });

  it('rejects a record of two lines', () => {
    expect(() => encodeRecord('{\n}', CHAIN_START)).toThrow('one line');
  });
});
