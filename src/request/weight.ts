/** What a call costs by each listing of the interface, and what the budget counts. */
import { isDisputed } from '../catalogue/define.ts';
import type { Endpoint, Params, Weight, WeightTier } from '../catalogue/types.ts';
import { arrayElements } from './elements.ts';
import type { CallWeight, WireArguments } from './types.ts';

/** A call whose weight is not listed still counts: nothing that reaches the exchange is free. */
export const UNLISTED_WEIGHT = 1;

/** A weight worked out; `range` is all that a listing gives for it. */
type EvaluatedWeight = number | { readonly from: number; readonly to: number };

/** What a weight's conditions are read from. */
interface WeightScope {
  readonly params: Params;
  readonly wire: WireArguments;
}

/**
 * Returns the weight of a call with these arguments by the first and the second listing, and the larger, which
 * is counted. Where one listing gives only a range, the other's number held within it stands for it.
 */
export function weightOf(endpoint: Pick<Endpoint, 'params' | 'weight'>, wire: WireArguments): CallWeight {
  const scope = { params: endpoint.params, wire };
  const { weight } = endpoint;
  if (weight === 'unlisted') return callWeight(UNLISTED_WEIGHT, UNLISTED_WEIGHT);
  if (!isDisputed(weight)) {
    const evaluated = evaluate(weight, scope);
    return callWeight(evaluated, evaluated);
  }
  return callWeight(evaluate(weight.first, scope), evaluate(weight.second, scope));
}

function callWeight(first: EvaluatedWeight, second: EvaluatedWeight): CallWeight {
  const numbers = { first: clampToRange(first, second), second: clampToRange(second, first) };
  return { ...numbers, counted: Math.max(numbers.first, numbers.second) };
}

/** Two ranges, or one range listed alone, leave no number: the larger end is taken. */
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

/** A default that is sent says no more than one that is not. */
function isSent(name: string, { params, wire }: WeightScope): boolean {
  const value = wire.get(name);
  return value !== undefined && value !== String(params[name]?.default);
}

/** Returns the weight of the first tier that reaches the number; the last, dearest one for what is no number. */
function tierOf(tiers: readonly WeightTier[], number: number): number {
  const tier = tiers.find(({ upTo }) => upTo === undefined || number <= upTo) ?? tiers.at(-1);
  return tier?.weight ?? UNLISTED_WEIGHT;
}

/** Returns the number of elements of a list that is sent, undefined where none is; one for text that is no list. */
function countOf(name: string, { params, wire }: WeightScope): number | undefined {
  const text = wire.get(name);
  const param = params[name];
  if (text === undefined || param === undefined) return undefined;
  return arrayElements(param, text)?.length ?? 1;
}
