import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Archive } from '../../../../src/sandbox/engine/state/archive.ts';
import { KeyIndex } from '../../../../src/sandbox/engine/state/key-index.ts';
import { NameRegistry } from '../../../../src/sandbox/engine/state/name-registry.ts';
import { CheckpointReader, CheckpointWriter } from '../../../../src/sandbox/storage/checkpoint/codec.ts';
import { PageStore } from '../../../../src/sandbox/storage/checkpoint/pages.ts';
import { runToEnd } from '../../storage/checkpoint/run-to-end.ts';

interface Row {
  readonly id: number;
  readonly time: number;
  readonly amount: bigint;
  readonly owner: { readonly name: string };
  state: 'open' | 'done';
  note?: string;
}

const names = new NameRegistry();
const OWNERS = ['ann', 'ben'].map((name) => ({ name }));
for (const owner of OWNERS) names.register('owner', owner.name, owner);

/** Returns a search key that does not ascend from row to row. */
function groupOf(id: number): number {
  return Math.floor(id / 300) % 2 === 0 ? id % 40 : 100 + (id % 7);
}

function createArchive(): Archive<Row> {
  return new Archive<Row>(names, {
    searchKeys: { id: ({ id }) => id, time: ({ time }) => time, group: ({ id }) => groupOf(id) },
    isFinal: ({ state }) => state === 'done',
  });
}

/** Returns an archive that is restored from the checkpoint of another. */
function reload(archive: Archive<Row>): Archive<Row> {
  const store = new PageStore();
  const writer = new CheckpointWriter(names, store);
  archive.checkpoint(writer);
  const bytes = runToEnd(writer.bytes());
  const restored = createArchive();
  restored.checkpoint(
    new CheckpointReader(bytes, names, new PageStore(Buffer.concat([...store.takeAdded()]))),
  );
  return restored;
}

describe('an archive', () => {
  it('has the same rows as a list, also after old rows have changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ pushes: fc.nat(400), closes: fc.nat(300), isRead: fc.boolean() }), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.nat(3000),
        fc.nat(3000),
        (rounds, first, second) => {
          let archive = createArchive();
          const rows: Row[] = [];
          for (const { pushes, closes: ends, isRead } of rounds) {
            for (let count = 0; count < pushes; count += 1) {
              const id = rows.length;
              const row: Row = {
                id,
                time: 10 * id,
                amount: BigInt(id) ** 5n,
                owner: OWNERS[id % 2]!,
                state: 'open',
              };
              if (id % 7 === 0) row.note = `note ${id}`;
              rows.push(row);
              archive.push({ ...row });
            }
            for (let count = 0; count < ends; count += 1) {
              const place = (count * 37) % Math.max(1, rows.length);
              const row = archive.at(place);
              if (row?.state !== 'open') continue;
              row.state = 'done';
              rows[place]!.state = 'done';
            }
            if (isRead) archive = reload(archive);
          }
          expect([...archive]).toEqual(rows);
          expect([...archive.newestFirst()]).toEqual([...rows].reverse());
          expect(archive.length).toBe(rows.length);
          expect(archive.last).toEqual(rows.at(-1));
          const bounds = [Math.min(first, second), Math.max(first, second)] as const;
          const wanted = rows.filter(({ time }) => time >= bounds[0] && time <= bounds[1]);
          expect([...archive.within({ time: bounds })]).toEqual(wanted);
          expect([...archive.newestFirst({ time: bounds })]).toEqual(wanted.reverse());
          const group = [first % 120, Number.POSITIVE_INFINITY] as const;
          const inGroup = rows.filter(({ id, time }) => groupOf(id) >= group[0] && time <= bounds[1]);
          const both = { group, time: [0, bounds[1]] } as const;
          expect([...archive.within(both)]).toEqual(inGroup);
          expect(archive.first(both)).toEqual(inGroup[0]);
          expect([...archive.newestFirst(both)]).toEqual(inGroup.reverse());
          for (const row of archive) expect(OWNERS).toContain(row.owner);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('keeps a row that is not final as the same object', () => {
    const archive = createArchive();
    const first: Row = { id: 0, time: 0, amount: 1n, owner: OWNERS[0]!, state: 'open' };
    archive.push(first);
    for (let id = 1; id < 2000; id += 1) archive.push({ ...first, id, state: 'done' });
    expect(archive.at(0)).toBe(first);
    first.state = 'done';
    expect([...archive.within({ id: [0, 0] })]).toEqual([first]);
    for (let id = 2000; id < 3000; id += 1) archive.push({ ...first, id, state: 'done' });
    expect(archive.at(0)).toEqual(first);
  });

  it('reads few rows to find one by an ascending key, and also finds it by another key', () => {
    let keyReads = 0;
    const counted = new Archive<Pick<Row, 'id' | 'time'>>(names, {
      searchKeys: { id: ({ id }) => ++keyReads && id, time: ({ time }) => ++keyReads && time },
    });
    for (let id = 0; id < 20_000; id += 1) counted.push({ id, time: -id });
    keyReads = 0;
    expect(counted.first({ id: [7777, 7777] })).toEqual({ id: 7777, time: -7777 });
    expect([...counted.newestFirst({ id: [3, 5] })].map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(keyReads).toBeLessThan(60);
    expect(counted.first({ time: [-7777, -7777] })?.id).toBe(7777);
  });

  it('drops its oldest rows in whole blocks and keeps their indexes', () => {
    const archive = createArchive();
    for (let id = 0; id < 3000; id += 1) {
      archive.push({ id, time: id, amount: 0n, owner: OWNERS[0]!, state: 'done' });
      archive.dropBefore(archive.length - 600);
    }
    expect(archive.length).toBe(3000);
    expect(archive.at(2400)?.id).toBe(2400);
    expect([...archive].length).toBeLessThan(1200);
    expect(reload(archive).at(2999)?.id).toBe(2999);
  });

  it('rejects a row that it could not restore', () => {
    const archive = createArchive();
    archive.push({
      id: 0,
      time: 0,
      amount: 0n,
      owner: new (class Owner {
        readonly name = 'made of a class';
      })(),
      state: 'done',
    });
    const writeCheckpoint = () => {
      const writer = new CheckpointWriter(names, new PageStore());
      archive.checkpoint(writer);
      return runToEnd(writer.bytes());
    };
    expect(writeCheckpoint).toThrow("a checkpoint can't hold a Owner");
  });
});

describe('a key index', () => {
  it('finds every number that was added under a key, the largest first, also when restored', () => {
    const index = new KeyIndex();
    for (let value = 1; value <= 5000; value += 1) index.add(`text ${value % 1700}`, value);
    const store = new PageStore();
    const writer = new CheckpointWriter(names, store);
    index.checkpoint(writer);
    const bytes = runToEnd(writer.bytes());
    const restored = new KeyIndex();
    restored.checkpoint(
      new CheckpointReader(bytes, names, new PageStore(Buffer.concat([...store.takeAdded()]))),
    );
    for (const one of [index, restored]) {
      expect(one.candidates('text 5')).toEqual([3405, 1705, 5]);
      expect(one.candidates('none')).toEqual([]);
      one.add('text 5', 6000);
      expect(one.candidates('text 5')).toEqual([6000, 3405, 1705, 5]);
    }
  });
});
