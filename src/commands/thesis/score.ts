/** Scores theses: the metrics of a replay, of each book or of each agent or run. */
import { runScenario } from '../../paper/engine/moments.ts';
import { printMetrics } from '../paper/metrics.ts';
import type { CommandCall } from '../types.ts';
import { readReplayInput } from './replay-input.ts';

/** Replays theses over market data and prints the metrics. */
export async function run(call: CommandCall): Promise<void> {
  await printMetrics(call, runScenario(await readReplayInput(call)));
}
