/** Prints the metrics of a replay or a ledger: of both books, or of each agent or run. */
import type { Column, View } from '../../catalogue/types.ts';
import type { JsonObject, JsonValue } from '../../core/words.ts';
import type { ScenarioRun } from '../../paper/engine/moments.ts';
import { metricRows } from '../../paper/records/metric-rows.ts';
import { groupsOf, metricsOf } from '../../paper/records/metrics.ts';
import type { CommandCall } from '../types.ts';
import { plain } from './entry-rows.ts';

/** Prints the metrics of both books, or with --by those of each agent or run. */
export async function printMetrics(call: CommandCall, run: ScenarioRun): Promise<void> {
  const by = call.options['by'];
  if (by === undefined) await printBooks(call, run);
  else await printGroups(call, run, String(by));
}

/** Prints the metrics of both books; as a table for people, a row for each metric, because there are some thirty. */
async function printBooks({ output, options }: CommandCall, run: ScenarioRun): Promise<void> {
  const both = { paper: metricsOf(run, 'paper'), watch: metricsOf(run, 'watch') };
  if (output.format === 'json') {
    await output.value(plain(both));
    return;
  }
  if (output.format === 'table' && options['fields'] === undefined) {
    const rows = metricRows([both.paper, both.watch]).map(
      ({ name, values: [paper = null, watch = null] }) => ({
        metric: name,
        paper: plain(paper),
        watch: plain(watch),
      }),
    );
    await output.value(rows, METRICS_VIEW);
    return;
  }
  const rows = Object.entries(both).map(([book, values]) => ({ book, ...(plain(values) as JsonObject) }));
  await output.value(rows as JsonValue, {
    shape: 'rows',
    columns: Object.keys(rows[0]!).map((name) => ({ name, is: 'text' })),
  });
}

async function printGroups({ output }: CommandCall, run: ScenarioRun, by: string): Promise<void> {
  const groups = groupsOf(run, ({ agent, runId }) => (by === 'run' ? runId : agent));
  if (output.format === 'json') {
    await output.value(plain(groups));
    return;
  }
  const rows = [...groups].map(([name, values]) => ({ [by]: name, ...(plain(values) as JsonObject) }));
  await output.value(rows as JsonValue, {
    shape: 'rows',
    columns: [{ name: by, is: 'text' }, ...GROUP_COLUMNS],
  });
}

const METRICS_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'metric', is: 'text' },
    { name: 'paper', is: 'text' },
    { name: 'watch', is: 'text' },
  ],
};

const GROUP_COLUMNS: readonly Column[] = [
  { name: 'net', is: 'decimal', isProfit: true, places: 4 },
  { name: 'unrealised', is: 'decimal', isProfit: true, places: 4 },
  { name: 'positions_opened', title: 'opened', is: 'integer' },
  { name: 'positions_closed', title: 'closed', is: 'integer' },
  { name: 'wins', is: 'integer' },
  { name: 'win_rate', is: 'decimal' },
  { name: 'fees', is: 'decimal', places: 4 },
  { name: 'applied', is: 'integer' },
  { name: 'refused', is: 'integer' },
];
