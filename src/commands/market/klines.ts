import { effectiveValue } from '../../catalogue/define.ts';
import { EXIT_CODES, type ExitCode } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { reportGapsOf, run as runEndpoint } from '../calling/call-endpoint.ts';
import type { CommandCall } from '../types.ts';

/** Height of a chart without its axis, in lines. */
const CHART_LINES = 20;

/** Prints candles as rows, or as a chart with --chart. */
export async function run(call: CommandCall): Promise<ExitCode> {
  if (call.options['chart'] !== true) return runEndpoint(call);
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const hasLimit = call.given.some((one) => one.name === 'limit');
  // A chart shows at most one candle per column.
  const limitMax = effectiveValue(endpoint.params['limit']!.max!) as number;
  const given = hasLimit
    ? call.given
    : [...call.given, { name: 'limit', text: String(Math.min(limitMax, output.width)) }];
  const now = services.world.clock.now();
  const { request, notes, wire } = prepareRequest(endpoint, given, { now });
  for (const note of notes) output.note(note);
  const answer = await services.call(request);
  services.rememberSymbols(given, endpoint);
  const rows = parseJson(answer.body) as unknown as readonly (readonly [
    number,
    string,
    string,
    string,
    string,
  ])[];
  if (rows.length === 0) {
    output.note('No rows.');
    return EXIT_CODES.done;
  }
  const { candleChart } = await import('./candle-chart.ts');
  const isColoured = output.paint.green('x') !== 'x';
  const candles = rows.map(([openTime, open, high, low, close]) => ({ openTime, open, high, low, close }));
  await output.text(
    candleChart(candles, { width: output.width, height: CHART_LINES }, output.paint, isColoured),
  );
  return reportGapsOf(call, endpoint, { wire, now, body: answer.body });
}
