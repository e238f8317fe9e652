import { effectiveValue, isDisputed } from '../../catalogue/define.ts';
import { ENDPOINTS } from '../../catalogue/index.ts';
import type { Endpoint, Param, Stated, View } from '../../catalogue/types.ts';
import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { asToday } from '../../request/today.ts';
import type { CommandCall } from '../types.ts';

const ENDPOINT_VIEW: View = {
  shape: 'rows',
  columns: [
    { name: 'id', is: 'text' },
    { name: 'method', is: 'text' },
    { name: 'path', is: 'text' },
    { name: 'security', is: 'text' },
    { name: 'effect', is: 'text' },
    { name: 'command', is: 'text' },
    { name: 'product', is: 'text', hidden: true },
    { name: 'weight', is: 'text', hidden: true },
    { name: 'params', is: 'text', hidden: true },
    { name: 'rules', is: 'text', hidden: true },
    { name: 'origin', is: 'text', hidden: true },
    { name: 'summary', is: 'text', hidden: true },
  ],
};

/**
 * Prints the endpoints of the catalogue: those of the interface document, with `--all` all, with `--interface today`
 * those of today's hosts.
 */
export async function run(call: CommandCall): Promise<void> {
  const { options, output } = call;
  const products = [...new Set(ENDPOINTS.map((endpoint) => endpoint.product))];
  const { product } = options;
  if (typeof product === 'string' && !products.some((one) => one === product)) {
    const suggestion = nearestWord(product, products);
    throw usageError(
      `--product must be one of ${products.join(', ')}, was "${safeText(product.slice(0, 40))}".`,
      suggestion === undefined ? undefined : `Did you mean ${suggestion}?`,
    );
  }
  const commands = await call.commands();
  const isToday = call.services.settings.interface === 'today';
  const listed = isToday ? servedToday() : ENDPOINTS;
  const rows = listed
    .filter((endpoint) => isToday || options['all'] === true || endpoint.origin === 'document')
    .filter((endpoint) => product === undefined || endpoint.product === product)
    .map((endpoint) => entryOf(endpoint, commands.get(endpoint.id)?.line));
  await output.value(rows, ENDPOINT_VIEW);
}

/** Returns the endpoints that the hosts of today's interface serve, as they serve them. */
function servedToday(): readonly Endpoint[] {
  return ENDPOINTS.filter(({ today }) => today?.isGone === undefined || today.refuses !== undefined).map(
    (endpoint) => ({ ...asToday(endpoint), path: endpoint.today?.path ?? endpoint.path }),
  );
}

function entryOf(endpoint: Endpoint, command: string | undefined): JsonValue {
  return {
    id: endpoint.id,
    product: endpoint.product,
    method: endpoint.method,
    path: endpoint.path,
    security: effectiveValue(endpoint.security) ?? 'unlisted',
    effect: endpoint.effect,
    weight: statedValue(endpoint.weight),
    params: Object.entries(endpoint.params).map(([name, param]) => paramOf(name, param)),
    rules: (endpoint.rules ?? []) as unknown as JsonValue,
    command: command === undefined ? null : `bourse ${command}`,
    origin: endpoint.origin,
    summary: endpoint.summary,
  };
}

/** Returns both listings' values if they differ, otherwise the one value. */
function statedValue<T>(value: Stated<T>): JsonValue {
  if (!isDisputed(value)) return value as JsonValue;
  const { first, second, effective, why } = value;
  return { first: first as JsonValue, second: second as JsonValue, acted: effective, why };
}

function paramOf(name: string, param: Param): JsonValue {
  const entries: [string, JsonValue | undefined][] = [
    ['name', name],
    ['type', param.type],
    ['required', param.required ?? false],
    ['default', param.default],
    ['min', param.min],
    ['above', param.above],
    ['max', param.max === undefined ? undefined : statedValue(param.max)],
    ['values', param.values],
    ['maxLength', param.maxLength],
    ['format', param.format],
    ['unit', param.unit],
    ['about', param.about],
  ];
  return Object.fromEntries(entries.filter((entry): entry is [string, JsonValue] => entry[1] !== undefined));
}
