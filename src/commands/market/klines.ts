import { effectiveValue } from '../../catalogue/define.ts';
import { parseDecimal } from '../../core/decimal.ts';
import { EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { parseJson } from '../../core/json.ts';
import type { JsonValue } from '../../core/words.ts';
import { prepareRequest } from '../../request/prepare.ts';
import { reportGapsOf, run as runEndpoint } from '../calling/call-endpoint.ts';
import type { CommandCall } from '../types.ts';
import type { ChartCandle } from './candle-chart.ts';

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
  const rows = candlesOf(answer.body);
  if (rows.length === 0) {
    output.note('No rows.');
    return EXIT_CODES.done;
  }
  const { candleChart } = await import('./candle-chart.ts');
  const isColoured = output.paint.green('x') !== 'x';
  await output.text(
    candleChart(rows, { width: output.width, height: CHART_LINES }, output.paint, isColoured),
  );
  return reportGapsOf(call, endpoint, { wire, now, answer });
}

/** Returns the candles of an answer. Throws kind `unavailable` if a price is no decimal number. */
function candlesOf(body: string): readonly ChartCandle[] {
  const value = parseJson(body, { what: 'the answer', kind: 'unavailable' });
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : [value]).map((row) => {
    const [openTime, ...prices] = Array.isArray(row) ? (row as readonly JsonValue[]) : [];
    const [open, high, low, close] = prices.map(String);
    const isCandle = typeof openTime === 'number' && [open, high, low, close].every(isPrice);
    if (isCandle) return { openTime, open: open!, high: high!, low: low!, close: close! };
    throw new ToolError({
      kind: 'unavailable',
      message: 'The answer is no list of candles: expected a time and four prices in each row.',
      hint: 'Try again; if it persists, something else answers in place of the exchange.',
    });
  });
}

function isPrice(text: string | undefined): boolean {
  return text !== undefined && parseDecimal(text) !== undefined;
}
