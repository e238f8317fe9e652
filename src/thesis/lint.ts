/** Warns of content that is valid but probably unintended. */
import { compare, type Decimal, formatTrimmed, multiply, parseDecimal } from '../core/decimal.ts';
import { nearestWord } from '../core/text.ts';
import { LEVERAGES, NUMBERS, PARTS, type Thesis } from './contract.ts';
import { displayText, joinWithOr } from './display.ts';
import { readThesis, type ThesisDocument } from './document.ts';
import { ERRORS_MAX } from './limits.ts';
import { memberPath, memberSchema } from './members.ts';
import { pointerStep } from './scan.ts';
import type { ThesisError } from './verdict.ts';

/** The warning rules with their meaning. The ids are a stable interface: rules are only added. */
export const WARNINGS = {
  'ok-with-error': 'ok is true with an error code, or false without one',
  'not-ok': 'ok is false, but the action changes a position',
  'symbol-differs': 'position_ref.symbol and symbol differ',
  'symbol-form': 'a symbol is not written in uppercase letters and digits',
  'notional-differs': 'the notional differs from margin times leverage',
  'leverage-differs': 'several leverages are given with different values',
  'exits-crossed': 'the stop loss and the take profit are on the wrong sides of each other',
  'several-sizes': 'a reduction has more than one size',
  'unused-part': 'an object is given that the action does not use',
  'imprecise-number': 'a number has more digits than most JSON parsers keep',
  'misspelt-member': 'an unknown member has almost the name of a member of the contract',
  'hazardous-name':
    'a member has the name of a built-in object property, which is unsafe in careless programs',
} as const;

export type WarningRule = keyof typeof WARNINGS;

/** One warning. */
export interface ThesisWarning {
  /** The JSON pointer of the value that the warning is about. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly rule: WarningRule;
  readonly message: string;
  readonly fix: string;
}

/** The result of lint: the errors of an invalid document, or the warnings of a valid one. */
export interface LintResult {
  readonly valid: boolean;
  readonly errors: readonly ThesisError[];
  readonly warnings: readonly ThesisWarning[];
}

type Hint = Omit<ThesisWarning, 'line' | 'column'>;

/** Returns the warnings on the thesis in the text, or its errors when it is invalid. */
export function lintText(text: string): LintResult {
  const read = readThesis(text);
  if ('errors' in read) return { valid: false, errors: read.errors, warnings: [] };
  const { document } = read;
  const hints = CHECKS.flatMap((check) => check(document.thesis, document)).slice(0, ERRORS_MAX);
  const locations = document.locationsOf(hints.map((hint) => hint.path));
  const warnings = hints.map((hint) => ({ ...hint, ...locations.get(hint.path)! }));
  warnings.sort((first, second) => first.line - second.line || first.column - second.column);
  return {
    valid: true,
    errors: [],
    warnings: warnings.map(({ path, line, column, rule, message, fix }) => ({
      path,
      line,
      column,
      rule,
      message,
      fix,
    })),
  };
}

const CHECKS: readonly ((thesis: Thesis, document: ThesisDocument) => readonly Hint[])[] = [
  checkErrorCode,
  checkSymbols,
  checkLeverages,
  checkNotional,
  checkExits,
  checkReduction,
  checkUnusedParts,
  checkDigits,
  checkNames,
];

function checkErrorCode({ ok, error_code: code, action }: Thesis): readonly Hint[] {
  const hints: Hint[] = [];
  if (ok !== (code === null)) {
    hints.push({
      path: '/ok',
      rule: 'ok-with-error',
      message: ok
        ? `ok is true with the error code ${displayText(JSON.stringify(code))}`
        : 'ok is false without an error code',
      fix: ok
        ? 'Set ok to false, or error_code to null.'
        : 'Set error_code to what failed, or set ok to true.',
    });
  }
  if (!ok && action !== 'hold' && action !== 'noop') {
    hints.push({
      path: '/action',
      rule: 'not-ok',
      message: `ok is false, but the action is ${action}`,
      fix: 'Choose hold or noop when the thesis is not usable.',
    });
  }
  return hints;
}

function checkSymbols({ symbol, position_ref: position }: Thesis): readonly Hint[] {
  const hints: Hint[] = [];
  if (symbol !== undefined && position?.symbol !== undefined && symbol !== position.symbol) {
    hints.push({
      path: '/position_ref/symbol',
      rule: 'symbol-differs',
      message: `position_ref.symbol is ${displayText(position.symbol)}, and symbol is ${displayText(symbol)}`,
      fix: 'Name one symbol in both places.',
    });
  }
  for (const [path, named] of [
    ['/symbol', symbol],
    ['/position_ref/symbol', position?.symbol],
  ] as const) {
    if (named === undefined || /^[A-Z0-9]+(?:[-_][A-Z0-9.]+)*$/.test(named)) continue;
    hints.push({
      path,
      rule: 'symbol-form',
      message: `${displayText(named)} is not written in uppercase letters and digits`,
      fix: `Write ${displayText(named.toUpperCase().replace(/[^A-Z0-9]/g, ''))} if that is intended.`,
    });
  }
  return hints;
}

function checkLeverages({ paper_intent: paper }: Thesis): readonly Hint[] {
  const given = LEVERAGES.flatMap((name) => {
    const value = parseDecimal(paper?.[name] ?? '');
    return value === undefined ? [] : [{ name, value }];
  });
  return given
    .slice(1)
    .filter(({ value }) => compare(value, given[0]!.value) !== 0)
    .map(({ name, value }) => ({
      path: `/paper_intent/${name}`,
      rule: 'leverage-differs',
      message: `paper_intent.${name} is ${decimalText(value)}, and ${given[0]!.name} is ${decimalText(given[0]!.value)}`,
      fix: 'Give one leverage.',
    }));
}

function checkNotional({ action, paper_intent: paper }: Thesis): readonly Hint[] {
  const margin = parseDecimal(paper?.requested_margin_usdt ?? '');
  const notionalUsdt = parseDecimal(paper?.requested_notional_usdt ?? '');
  if (action !== 'add' || margin === undefined || notionalUsdt === undefined) return [];
  const factors = LEVERAGES.flatMap((name) => parseDecimal(paper?.[name] ?? '') ?? []);
  // Different leverages have a warning of their own, so one leverage that matches is enough here.
  if (factors.length === 0 || factors.some((factor) => compare(multiply(margin, factor), notionalUsdt) === 0))
    return [];
  return [
    {
      path: '/paper_intent/requested_notional_usdt',
      rule: 'notional-differs',
      message: `a margin of ${decimalText(margin)} at ${decimalText(factors[0]!)}x is ${decimalText(multiply(margin, factors[0]!))} USDT, and the notional is ${decimalText(notionalUsdt)}`,
      fix: 'Give the margin or the notional, or make them agree.',
    },
  ];
}

function checkExits({ exit_update: update, paper_intent: paper }: Thesis): readonly Hint[] {
  const stop = parseDecimal(update?.stop_loss_price ?? '');
  const target = parseDecimal(update?.take_profit_price ?? '');
  if (stop === undefined || target === undefined) return [];
  const side = paper?.side;
  const order = compare(stop, target);
  const isWrong = order === 0 || (side === 'LONG' && order > 0) || (side === 'SHORT' && order < 0);
  if (!isWrong) return [];
  const wanted =
    order === 0 ? 'differ' : side === 'LONG' ? 'is below the take profit' : 'is above the take profit';
  return [
    {
      path: '/exit_update/stop_loss_price',
      rule: 'exits-crossed',
      message: `the stop loss is ${decimalText(stop)} and the take profit ${decimalText(target)}${side === undefined ? '' : ` on a ${side} position`}`,
      fix: order === 0 ? `Make them ${wanted}.` : `Swap them: the stop loss of a ${side} position ${wanted}.`,
    },
  ];
}

function checkReduction({ action, paper_intent: paper }: Thesis): readonly Hint[] {
  const names = (['reduce_fraction', 'reduce_notional_usdt', 'reduce_quantity'] as const).filter(
    (name) => paper?.[name] !== undefined,
  );
  if (action !== 'reduce' || names.length < 2) return [];
  return [
    {
      path: `/paper_intent/${names[1]}`,
      rule: 'several-sizes',
      message: `the reduction is sized by ${names.join(' and ')}; the contract does not say which one counts`,
      fix: 'Keep one of them.',
    },
  ];
}

function checkUnusedParts(thesis: Thesis): readonly Hint[] {
  return Object.entries(PARTS)
    .filter(
      ([part, actions]) =>
        thesis[part as keyof typeof PARTS] !== undefined && !actions.some((one) => one === thesis.action),
    )
    .map(([part, actions]) => ({
      path: `/${part}`,
      rule: 'unused-part',
      message: `the action ${thesis.action} does not use ${part}, so a program may ignore it`,
      fix: `Remove it, or set action to ${joinWithOr(actions)}.`,
    }));
}

/** Warns of numbers with more digits than a float keeps (15 to 17), which most parsers change. */
function checkDigits(_: Thesis, { literalOf }: ThesisDocument): readonly Hint[] {
  return NUMBERS.flatMap((path) => {
    const literal = literalOf(path);
    if (literal === undefined) return [];
    const exact = parseDecimal(literal);
    const read = parseDecimal(String(Number(literal)));
    if (exact !== undefined && read !== undefined && compare(exact, read) === 0) return [];
    return [
      {
        path,
        rule: 'imprecise-number' as const,
        message: `${memberPath(path)} is ${displayText(literal)}, which most parsers read as ${Number(literal)}`,
        fix: 'Write at most 15 digits.',
      },
    ];
  });
}

const TABLES = [
  '',
  '/close_intent',
  '/exit_update',
  '/paper_intent',
  '/provenance',
  '/safety',
  '/hard_boundaries',
];
const RESERVED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);

function checkNames(_: Thesis, { parsed }: ThesisDocument): readonly Hint[] {
  return TABLES.flatMap((table) => {
    const object =
      table === '' ? parsed : (parsed[table.slice(1)] as Readonly<Record<string, unknown>> | undefined);
    const known = Object.keys(memberSchema(table)?.properties ?? {});
    const given = Object.keys(object ?? {});
    const free = known.filter((name) => !Object.hasOwn(object ?? {}, name));
    return given
      .filter((name) => !known.includes(name))
      .slice(0, ERRORS_MAX)
      .flatMap((name) => nameHints(table, name, free));
  });
}

function nameHints(table: string, name: string, free: readonly string[]): readonly Hint[] {
  const path = table + pointerStep(name);
  if (RESERVED_NAMES.has(name)) {
    return [
      {
        path,
        rule: 'hazardous-name',
        message: `${memberPath(path)} has the name of a built-in object property, which is unsafe in careless programs`,
        fix: 'Remove it.',
      },
    ];
  }
  // A name that lacks the end of a member's name, such as stop_loss, differs by more letters than a typing
  // error.
  const close = nearestWord(name, free) ?? free.find((one) => one.startsWith(`${name}_`));
  if (close === undefined) return [];
  return [
    {
      path,
      rule: 'misspelt-member',
      message: `${displayText(memberPath(path))} is not part of the contract, which has ${close}`,
      fix: `Write ${close} if that is intended.`,
    },
  ];
}

function decimalText(value: Decimal): string {
  return displayText(formatTrimmed(value));
}
