/**
 * The refusals of the gate with the exchange's own codes and exact texts (public facts, General and request
 * codes), because clients compare the texts. Where no text is public, the comment says "choice".
 */

import type { Endpoint, Param, Rule } from '../../catalogue/types.ts';
import type { Fault } from '../../core/errors.ts';
import { HOUR_MS } from '../../core/time-units.ts';
import { isConflicting } from '../../request/rules.ts';
import type { ArgumentRule, WireArguments } from '../../request/types.ts';
import { SandboxRefusal, type WireAnswer } from '../types.ts';

/** Content type of every JSON answer (public facts, Request rules). */
export const JSON_TYPE = 'application/json;charset=UTF-8';

const WHOLE_NUMBER = '^[0-9]{1,20}$';
const DECIMAL_NUMBER = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const SYMBOL = '^[A-Z0-9-_.]{1,20}$';
const SYMBOL_LIST = '^\\[("[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}){0,1}\\]$';
const CLIENT_ORDER_ID = '^[\\.A-Z\\:/a-z0-9_-]{1,36}$';
/** The largest value of the type LONG; a number with more digits is well-formed, but overflows. */
const LONG_MAX = 9_223_372_036_854_775_807n;

/** Returns the answer of a refusal: `{code,msg}`, or the envelope of the onchain service for its text codes. */
export function refusalAnswer(
  refusal: SandboxRefusal,
  headers: Readonly<Record<string, string>> = {},
): WireAnswer {
  const body =
    typeof refusal.code === 'number'
      ? JSON.stringify({ code: refusal.code, msg: refusal.message })
      : JSON.stringify({
          code: refusal.code,
          message: refusal.message,
          messageDetail: refusal.message,
          data: null,
          success: false,
        });
  return {
    status: refusal.status,
    headers: { 'Content-Type': JSON_TYPE, ...headers, ...refusal.headers },
    body,
  };
}

/** Returns the refusal of an unknown path, or of a method that the path does not have (our choice: -1020 as JSON). */
export function unknownRouteRefusal(
  method: string,
  path: string,
  allowed: readonly string[],
): SandboxRefusal {
  const shown = path.slice(0, 200);
  if (allowed.length === 0) {
    return new SandboxRefusal(404, -1020, `This operation is not supported. There is no path ${shown}.`);
  }
  const methods = allowed.join(', ');
  const text = `This operation is not supported. ${shown} allows ${methods}, not ${method}.`;
  return new SandboxRefusal(405, -1020, text, { Allow: methods });
}

/** Returns the refusal of an endpoint that the sandbox does not simulate, with the reason. */
export function unsimulatedRefusal({ method, path, unsimulated }: Endpoint): SandboxRefusal {
  const reason = unsimulated === undefined ? '' : `: ${unsimulated}`;
  return notSimulatedRefusal(`${method} ${path}${reason}`);
}

/**
 * Returns the refusal of a feature that the sandbox does not simulate. The status is below 500 by default, because from
 * 500 on a client must assume that an order may have been executed.
 */
export function notSimulatedRefusal(subject: string, status: 400 | 501 = 400): SandboxRefusal {
  return new SandboxRefusal(
    status,
    -1020,
    `This operation is not supported. The sandbox does not simulate ${subject}.`,
  );
}

/** Returns the refusal of a parameter that is repeated in the query or in the body. */
export function duplicateValuesRefusal(): SandboxRefusal {
  return new SandboxRefusal(400, -1101, 'Duplicate values for a parameter detected.');
}

/** Returns the refusal of a request with more parameters than the endpoint has. */
export function tooManyParametersRefusal(expected: number, received: number): SandboxRefusal {
  return new SandboxRefusal(
    400,
    -1101,
    `Too many parameters; expected '${expected}' and received '${received}'.`,
  );
}

/**
 * Returns the refusal of the first fault, or undefined. Unknown parameters count last, because the exchange reports
 * them after it has read the known ones (our choice: the exact order is not published).
 */
export function refusalOf(
  endpoint: Endpoint,
  wire: WireArguments,
  faults: readonly Fault[],
): SandboxRefusal | undefined {
  const first = faults.find((fault) => fault.rule !== 'unknown-parameter') ?? faults[0];
  if (first === undefined) return undefined;
  if (first.rule === 'unknown-parameter') {
    const unreadCount = faults.filter((fault) => fault.rule === 'unknown-parameter').length;
    return newRefusal(
      -1104,
      `Not all sent parameters were read; read '${wire.size - unreadCount}' parameter(s) but was sent '${wire.size}'.`,
    );
  }
  return first.param === undefined
    ? ruleRefusal(endpoint, wire, first)
    : parameterRefusal(endpoint, wire, first, first.param);
}

function parameterRefusal(
  endpoint: Endpoint,
  wire: WireArguments,
  fault: Fault,
  name: string,
): SandboxRefusal {
  const param = endpoint.params[name];
  const value = wire.get(name) ?? '';
  const futuresText = createRefusal(endpoint, wire, fault, name);
  if (futuresText !== undefined) return futuresText;
  switch (fault.rule as ArgumentRule) {
    case 'missing':
    case 'needs-by-value':
      return missingParameterRefusal(name);
    case 'empty':
      return newRefusal(-1105, `Parameter '${name}' was empty.`);
    case 'repeated':
      return newRefusal(-1151, 'Symbol is present multiple times in the list.');
    case 'values':
      return valueRefusal(name, param);
    case 'type':
    case 'minimum':
    case 'above':
    case 'maximum':
    case 'length':
    case 'format':
      return shapeRefusal(name, param, value);
    default:
      return ruleRefusal(endpoint, wire, fault);
  }
}

/**
 * The futures texts for a value that is not allowed (public facts, General and request codes, and Futures
 * codes), by parameter, or by parameter and kind of fault if only that fault has a text of its own; %s stands
 * for the value.
 */
const FUTURES_TEXTS: Readonly<Record<string, readonly [code: number, text: string]>> = {
  newOrderRespType: [-1136, 'Invalid newOrderRespType.'],
  workingType: [-4031, 'Invalid parameter working type'],
  positionSide: [-4060, 'Invalid position side.'],
  reduceOnly: [-4062, 'Invalid or improper reduceOnly value.'],
  contractType: [-4104, 'Invalid contract type.'],
  leverage: [-4028, 'Leverage `%s` is not valid'],
  'limit of a book': [-4021, "'%s' is not valid depth limit."],
  'quantity above': [-4003, 'Quantity less than zero.'],
  'amount above': [-4055, 'Amount must be positive.'],
  'newClientOrderId length': [-4015, 'Client order id length should not be more than 36 chars'],
  'newClientOrderId format': [-4015, 'Client order id is not valid.'],
  'batchOrders maximum': [-4082, 'Invalid number of batch place orders: %s'],
};
const VALUE_RULES: ReadonlySet<string> = new Set(['values', 'minimum', 'maximum']);

function createRefusal(
  { product, view }: Endpoint,
  wire: WireArguments,
  { rule }: Fault,
  name: string,
): SandboxRefusal | undefined {
  if (product !== 'usdm' && product !== 'coinm') return undefined;
  const subject = name === 'limit' && view?.shape === 'book' ? 'limit of a book' : name;
  const known =
    FUTURES_TEXTS[`${name} ${rule}`] ?? (VALUE_RULES.has(rule) ? FUTURES_TEXTS[subject] : undefined);
  if (known === undefined) return undefined;
  const value = wire.get(name) ?? '';
  const shown = name === 'batchOrders' ? String((JSON.parse(value) as unknown[]).length) : value;
  return newRefusal(known[0], known[1].replace('%s', shown));
}

/** Returns the refusal of a value outside an enumeration; some enumerations have their own code. */
function valueRefusal(name: string, param: Param | undefined): SandboxRefusal {
  const hasValue = (value: string) => param?.values?.includes(value) ?? false;
  if (name === 'cancelRestrictions') {
    return newRefusal(-1145, '`cancelRestrictions` has to be either `ONLY_NEW` or `ONLY_PARTIALLY_FILLED`.');
  }
  if (/pegPriceType$/i.test(name)) return newRefusal(-1210, 'Invalid pegPriceType.');
  if (/pegOffsetType$/i.test(name)) return newRefusal(-1211, 'Invalid pegOffsetType.');
  if (name === 'interval') return newRefusal(-1120, 'Invalid interval.');
  if (name === 'type' && hasValue('MINI')) return newRefusal(-1139, 'Invalid ticker type.');
  if (name === 'type' && hasValue('MARKET')) return newRefusal(-1116, 'Invalid orderType.');
  if (name === 'side' && hasValue('BUY')) return newRefusal(-1117, 'Invalid side.');
  if (name === 'timeInForce') return newRefusal(-1115, 'Invalid timeInForce.');
  return invalidDataRefusal(name);
}

/** Returns the refusal of a malformed value: illegal characters, overflow, or invalid data. */
function shapeRefusal(name: string, param: Param | undefined, value: string): SandboxRefusal {
  const range = legalRange(param);
  if (range !== undefined && !new RegExp(range).test(value)) {
    return newRefusal(-1100, `Illegal characters found in parameter '${name}'; legal range is '${range}'.`);
  }
  if (range === WHOLE_NUMBER && BigInt(value) > LONG_MAX)
    return newRefusal(-1108, `Parameter '${name}' overflowed.`);
  if (param?.type === 'LIST') return newRefusal(-1135, `JSON sent for parameter '${name}' is not valid`);
  return invalidDataRefusal(name);
}

function legalRange(param: Param | undefined): string | undefined {
  if (param?.format === 'symbol') return SYMBOL;
  if (param?.format === 'client-order-id') return CLIENT_ORDER_ID;
  if (param?.type === 'INT' || param?.type === 'LONG') return WHOLE_NUMBER;
  if (param?.type === 'DECIMAL') return DECIMAL_NUMBER;
  if (param?.type === 'ARRAY' && param.items?.['format'] === 'symbol') return SYMBOL_LIST;
  return undefined;
}

function ruleRefusal(endpoint: Endpoint, wire: WireArguments, fault: Fault): SandboxRefusal {
  switch (fault.rule as ArgumentRule) {
    case 'at-least-one':
    case 'exactly-one': {
      const missingRule = endpoint.rules?.find((rule) => isUnmetAlternative(rule, wire));
      if (missingRule !== undefined && 'of' in missingRule) return missingAlternativeRefusal(missingRule.of);
      return invalidCombinationRefusal();
    }
    case 'max-span': {
      const span = endpoint.rules?.find((rule) => rule.rule === 'max-span');
      const hours = span?.rule === 'max-span' ? Math.ceil(span.ms / HOUR_MS) : 24;
      return newRefusal(-1127, `More than ${hours} hours between startTime and endTime.`);
    }
    case 'not-after':
      // The text of error -1023 is public for futures only; spot gets the general code.
      return endpoint.product === 'spot'
        ? invalidCombinationRefusal()
        : newRefusal(-1023, 'Start time is greater than end time.');
    case 'conflict':
      return conflictRefusal(endpoint, wire);
    case 'needs-by-value':
    case 'missing':
      return newRefusal(-1102, 'A mandatory parameter was not sent, was empty/null, or malformed.');
    default:
      return invalidCombinationRefusal();
  }
}

/** Returns the refusal that the first broken rule names. */
function conflictRefusal({ rules = [] }: Endpoint, wire: WireArguments): SandboxRefusal {
  for (const rule of rules) {
    if (rule.rule !== 'conflict' || rule.refusal === undefined || !isConflicting(rule, wire)) continue;
    return newRefusal(...rule.refusal);
  }
  return invalidCombinationRefusal();
}

function isUnmetAlternative(rule: Rule, wire: WireArguments): boolean {
  return (
    (rule.rule === 'at-least-one' || rule.rule === 'exactly-one') && !rule.of.some((name) => wire.has(name))
  );
}

/** Returns the refusal if neither of two ids is given; its text names the client's id first. */
function missingAlternativeRefusal(names: readonly string[]): SandboxRefusal {
  if (names.length === 2) {
    const [first, second] = names[1]!.startsWith('orig') ? [names[1], names[0]] : names;
    return newRefusal(-1102, `Param '${first}' or '${second}' must be sent, but both were empty/null!`);
  }
  return newRefusal(-1102, 'A mandatory parameter was not sent, was empty/null, or malformed.');
}

function missingParameterRefusal(name: string): SandboxRefusal {
  return newRefusal(-1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`);
}

function invalidDataRefusal(name: string): SandboxRefusal {
  return newRefusal(-1130, `Data sent for parameter '${name}' is not valid.`);
}

function invalidCombinationRefusal(): SandboxRefusal {
  return newRefusal(-1128, 'Combination of optional parameters invalid.');
}

function newRefusal(code: number, text: string): SandboxRefusal {
  return new SandboxRefusal(400, code, text);
}
