/** Computes the request weight of a call by each listing of the interface. */
import { isDisputed } from '../catalogue/define.ts';
import type { Interface } from '../catalogue/environments.ts';
import type { Endpoint, Params, Weight, WeightTier } from '../catalogue/types.ts';
import { arrayElements } from './elements.ts';
import type { CallWeight, PreparedRequest, WireArguments } from './types.ts';

/** The weight that is counted for a call without a listed weight; no request is free. */
export const UNLISTED_WEIGHT = 1;

/** The weight of a call by one listing; a range if the listing gives only a range. */
type EvaluatedWeight = number | { readonly from: number; readonly to: number };

/** The data on which the conditions of a request weight depend. */
interface WeightScope {
  readonly params: Params;
  readonly wire: WireArguments;
}

/**
 * Returns the weight of a call by the first and the second listing, and the larger one, which is counted.
 * When one listing gives only a range, the number of the other listing is clamped to that range.
 */
export function weightOf(
  { params, weight, isWeighedByAccount }: Pick<Endpoint, 'params' | 'weight' | 'isWeighedByAccount'>,
  wire: WireArguments,
): CallWeight {
  const scope = { params, wire };
  const read = (one: Weight | 'unlisted') => (one === 'unlisted' ? UNLISTED_WEIGHT : evaluate(one, scope));
  const first = read(isDisputed(weight) ? weight.first : weight);
  const found = callWeight(first, isDisputed(weight) ? read(weight.second) : first);
  return isWeighedByAccount === true ? { ...found, isByAccount: true } : found;
}

/** Returns the weight of a call of today's interface; undefined if it is that of the interface document. */
export function weightTodayOf(
  { params, today, isWeighedByAccount }: Pick<Endpoint, 'params' | 'today' | 'isWeighedByAccount'>,
  wire: WireArguments,
): CallWeight | undefined {
  if (today?.weight === undefined) return undefined;
  const scope = isWeighedByAccount ?? today.isWeighedByAccount;
  const counted = { params, weight: today.weight };
  return weightOf(scope === true ? { ...counted, isWeighedByAccount: true } : counted, wire);
}

/** Returns the weight that a host counts for a request, by the interface that it serves. */
export function weightAt(
  { weight, weightToday = weight }: Pick<PreparedRequest, 'weight' | 'weightToday'>,
  served: Interface,
): CallWeight {
  return served === 'today' ? weightToday : weight;
}

function callWeight(first: EvaluatedWeight, second: EvaluatedWeight): CallWeight {
  const one = clampToRange(first, second);
  const other = clampToRange(second, first);
  return { first: one, second: other, counted: Math.max(one, other) };
}

/**
 * Returns the weight of one listing as a number: a range is replaced by the other listing's weight clamped to
 * it, or by its upper end if both are ranges.
 */
function clampToRange(evaluated: EvaluatedWeight, other: EvaluatedWeight): number {
  if (typeof evaluated === 'number') return evaluated;
  if (typeof other !== 'number') return evaluated.to;
  return Math.min(Math.max(other, evaluated.from), evaluated.to);
}

function evaluate(weight: Weight, scope: WeightScope): EvaluatedWeight {
  if (typeof weight === 'number') return weight;
  const { params, wire } = scope;
  switch (weight.by) {
    case 'limit':
      return tierOf(
        weight.tiers,
        Number(wire.get(weight.param) ?? params[weight.param]?.default ?? Number.NaN),
      );
    case 'presence':
      return evaluate(isSent(weight.param, scope) ? weight.present : weight.absent, scope);
    case 'value': {
      const value = wire.get(weight.param);
      return evaluate(
        value !== undefined && weight.values.includes(value) ? weight.among : weight.otherwise,
        scope,
      );
    }
    case 'count':
      return tierOf(weight.tiers, countOf(weight.param, scope) ?? 0);
    case 'each': {
      const count = countOf(weight.param, scope) ?? 1;
      return Math.min(weight.each * count, weight.cap ?? Number.POSITIVE_INFINITY);
    }
    case 'range':
      return { from: weight.from, to: weight.to };
  }
}

/** Returns whether a parameter is sent with a value other than its default. */
function isSent(name: string, { params, wire }: WeightScope): boolean {
  const value = wire.get(name);
  return value !== undefined && value !== String(params[name]?.default);
}

/** Returns the weight of the first tier that includes a number; that of the last and largest tier for NaN. */
function tierOf(tiers: readonly WeightTier[], number: number): number {
  const tier = tiers.find(({ upTo }) => upTo === undefined || number <= upTo) ?? tiers.at(-1);
  return tier?.weight ?? UNLISTED_WEIGHT;
}

/** Returns the number of elements of a sent list, 1 for text that is not a list, undefined when not sent. */
function countOf(name: string, { params, wire }: WeightScope): number | undefined {
  const text = wire.get(name);
  const param = params[name];
  if (text === undefined || param === undefined) return undefined;
  return arrayElements(param, text)?.length ?? 1;
}
