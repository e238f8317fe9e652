/** `bourse lake status`: prints what the lake holds, and what is missing. */
import type { Column, View } from '../../catalogue/types.ts';
import type { JsonValue } from '../../core/words.ts';
import { openExisting } from '../../lake/open-lake.ts';
import { lakeStatus } from '../../lake/status.ts';
import type { CommandCall } from '../types.ts';
import { lakeHome } from './chosen-lake.ts';

const SERIES: readonly Column[] = [
  { name: 'table', is: 'text', pinned: true },
  { name: 'product', is: 'text' },
  { name: 'symbol', is: 'text', pinned: true },
  { name: 'interval', is: 'text' },
  { name: 'from', is: 'time' },
  { name: 'to', is: 'time' },
];

const STATUS: View = {
  shape: 'rows',
  columns: [
    ...SERIES,
    { name: 'rows', is: 'integer' },
    { name: 'parts', is: 'integer' },
    { name: 'bytes', is: 'integer' },
    { name: 'holes', is: 'integer', pinned: true },
    { name: 'conflicts', is: 'integer' },
    { name: 'writing', is: 'integer' },
  ],
};

const HOLES: View = {
  shape: 'rows',
  columns: [
    ...SERIES,
    { name: 'missing', is: 'integer' },
    { name: 'cause', is: 'text', pinned: true },
    { name: 'why', is: 'text' },
  ],
};

/** Runs the command. */
export async function run({ services: { world }, options, output }: CommandCall): Promise<void> {
  const home = lakeHome(world);
  const ledger = await openExisting(home);
  const wantsHoles = options['gaps'] === true;
  if (ledger === undefined) {
    output.note(`There is no lake at ${home.folder} yet. Make one: bourse lake import PATH.`);
    await output.value([], wantsHoles ? HOLES : STATUS);
    return;
  }
  try {
    const { series, holes } = await ledger.read((rows) => lakeStatus(rows, world.clock.now()));
    if (wantsHoles) await output.value(holes as unknown as JsonValue, HOLES);
    else await output.value(series as unknown as JsonValue, STATUS);
  } finally {
    ledger.close();
  }
}
