/** `bourse limits`: shows how much of the rate limits of the exchange all processes of this machine have used. */
import { budgetFolder } from '../../app/budgets.ts';
import { cooldownFolder } from '../../app/cooldowns.ts';
import type { World } from '../../app/world.ts';
import type { View } from '../../catalogue/types.ts';
import { asToolError } from '../../core/errors.ts';
import { padEnd, padStart, safeText } from '../../core/text.ts';
import { formatDuration } from '../../core/time.ts';
import { budgetDestinations, fileBudgetHome } from '../../state/budget-files.ts';
import { type LimitUsage, readUsage } from '../../state/budget-usage.ts';
import { activeCooldowns, cooldownName } from '../../store/cooldowns.ts';
import { meterOf } from '../../transport/weight-scope.ts';
import { canDraw, fitToWidth, Screen } from '../stream/screen.ts';
import type { CommandCall } from '../types.ts';

/** A row of `bourse limits`: a rate limit, or the cooldown of a limit that has no window of its own. */
interface Row {
  /** The environment, host or sandbox that the limit belongs to. */
  readonly destination: string;
  readonly limit: string;
  readonly used: number | null;
  readonly cap: number | null;
  /** How the limit is known: "listed", "announced" or "learned". */
  readonly source: string | null;
  readonly windowMs: number | null;
  /** When the current window of the limit ends, in Unix ms. */
  readonly windowEnds: number | null;
  /** How long no request may be sent, in ms; 0 if requests are allowed. */
  readonly pausedMs: number;
}

const VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'destination', is: 'text', pinned: true },
    { name: 'limit', is: 'text', pinned: true },
    { name: 'used', is: 'integer', pinned: true },
    { name: 'cap', is: 'integer', pinned: true },
    { name: 'source', is: 'text' },
    { name: 'windowMs', title: 'window ms', is: 'integer' },
    { name: 'windowEnds', title: 'window ends', is: 'time' },
    { name: 'pausedMs', title: 'paused ms', is: 'integer' },
  ],
};

const WATCH_MS = 1_000;

/** Prints the rate limits once, or with `--watch` until the run is interrupted. */
export async function run(call: CommandCall): Promise<void> {
  const { output, services, options } = call;
  const { world } = services;
  if (options['watch'] !== true) {
    const rows = readRows(world);
    if (rows.length === 0 && output.format === 'table') output.note('Nothing was sent in the last hour.');
    else
      await output.value(
        rows.map((row) => ({ ...row })),
        VIEW,
      );
    return;
  }
  if (canDraw(call) && !output.isFormatExplicit) return drawRows(call);
  await writeRows(call);
}

async function drawRows({ output, services }: CommandCall): Promise<void> {
  const { world } = services;
  const screen = new Screen(world.stdout);
  try {
    while (!world.interrupt.aborted) {
      screen.draw(tableLines(readRows(world), world).map((line) => fitToWidth(line, output.width)));
      await world.clock.sleep(WATCH_MS, world.interrupt).catch(() => {});
    }
  } finally {
    screen.close();
  }
}

/** Writes each row of limits that changed since the last check as a line of JSON. */
async function writeRows({ output, services }: CommandCall): Promise<void> {
  const { world } = services;
  const last = new Map<string, string>();
  while (!world.interrupt.aborted) {
    for (const row of readRows(world)) {
      const text = JSON.stringify(row);
      const key = `${row.destination} ${row.limit}`;
      if (last.get(key) === text) continue;
      last.set(key, text);
      await output.write(`${text}\n`);
    }
    await world.clock.sleep(WATCH_MS, world.interrupt).catch(() => {});
  }
}

function tableLines(rows: readonly Row[], { clock }: World): readonly string[] {
  if (rows.length === 0) return ['Nothing was sent in the last hour.'];
  const now = clock.now();
  return rows.map(({ destination, limit, used, cap, source, windowEnds, pausedMs }) => {
    const left = windowEnds === null ? '' : `${Math.max(0, Math.ceil((windowEnds - now) / 1000))} s left`;
    const paused = pausedMs > 0 ? `paused for ${formatDuration(pausedMs)}` : '';
    const name = padEnd(safeText(`${destination} ${limit}`), NAME_WIDTH);
    const share = used === null ? '' : `${used} of ${cap} ${source}`;
    return `${name} ${padStart(share, SHARE_WIDTH)}  ${padEnd(left, LEFT_WIDTH)} ${paused}`.trimEnd();
  });
}

const NAME_WIDTH = 40;
const SHARE_WIDTH = 24;
const LEFT_WIDTH = 14;

function readRows(world: World): readonly Row[] {
  const folder = budgetFolder(world);
  const { clock, facts } = world;
  const rows = budgetDestinations(folder).flatMap((destination) => {
    try {
      const home = fileBudgetHome({ folder, destination, owner: facts.owner });
      return readUsage(home, clock, meterOf).map((usage) => usageRow(destination, usage));
    } catch (error) {
      throw asToolError(error);
    }
  });
  const pauses = activeCooldowns(cooldownFolder(world), clock);
  // The cooldown of a limit that has a row of its own is shown in that row.
  const shown = new Set(rows.filter(({ pausedMs }) => pausedMs > 0).map(({ cooldown }) => cooldown));
  const destinations = budgetDestinations(folder);
  return [
    ...rows.map(({ cooldown: _, ...row }) => row),
    ...pauses.filter(({ name }) => !shown.has(name)).map((pause) => pauseRow(pause, destinations)),
  ];
}

function usageRow(destination: string, usage: LimitUsage): Row & { readonly cooldown: string } {
  const { meter, used, cap, capSource, endsAt, pausedMs } = usage;
  return {
    cooldown: cooldownName(destination, meter.key),
    destination,
    limit: meter.title,
    used: Math.round(used),
    cap: Math.floor(cap),
    source: capSource,
    windowMs: meter.windowMs,
    windowEnds: Math.round(endsAt),
    pausedMs: Math.ceil(pausedMs),
  };
}

/** Returns the row of a cooldown or ban, whose name holds its destination and its limit. */
function pauseRow(
  { name, leftMs }: { readonly name: string; readonly leftMs: number },
  destinations: readonly string[],
): Row {
  const destination = destinations.find((one) => name.startsWith(cooldownName(one, '')));
  const scope = destination === undefined ? name : name.slice(cooldownName(destination, '').length);
  const limit = scope.replace(/^(.*_)?everything$/, 'ban');
  return {
    destination: destination ?? name.replace(/_everything$/, ''),
    limit,
    used: null,
    cap: null,
    source: null,
    windowMs: null,
    windowEnds: null,
    pausedMs: Math.ceil(leftMs),
  };
}
