/** The changes that mutation testing makes to a source file, found in its syntax tree. */
import { parseSync, Visitor } from 'oxc-parser';

/** Each operator with what replaces it: the neighbour that a mistake would write. */
const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
};

/**
 * Returns the mutations of a file: each replaces the characters from `start` to `end` by `text`. Throws an Error for a file
 * that cannot be parsed.
 */
export function mutationsOf(file, source) {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const replaceOperator = ({ left, right, operator }) => {
    const start = source.indexOf(operator, left.end);
    const text = OPERATORS[operator];
    if (text !== undefined && start >= 0 && start < right.start)
      found.push({ start, end: start + operator.length, text });
  };
  const replaceCondition = ({ test }) => {
    if (test !== null)
      found.push({ start: test.start, end: test.end, text: `!(${source.slice(test.start, test.end)})` });
  };
  new Visitor({
    BinaryExpression: replaceOperator,
    LogicalExpression: replaceOperator,
    IfStatement: replaceCondition,
    ConditionalExpression: replaceCondition,
    Literal({ start, end, value }) {
      if (typeof value === 'number')
        found.push({ start, end, text: `(${source.slice(start, end)} * 2 + 1)` });
      if (typeof value === 'boolean') found.push({ start, end, text: String(!value) });
    },
    ExpressionStatement({ start, end, expression }) {
      if (expression.type === 'CallExpression') found.push({ start, end, text: ';' });
    },
  }).visit(program);
  const types = typeRanges(program);
  return found.filter(({ start, end }) => !types.some((range) => range.start <= start && end <= range.end));
}

/** Returns whether a changed source can be parsed: no test need notice a `&&` beside a `??`, which is no program. */
export function isProgram(file, source) {
  return parseSync(file, source).errors.length === 0;
}

/** Returns the ranges of type declarations and annotations, in which a change means nothing when the program runs. */
function typeRanges(program) {
  const ranges = [];
  const add = ({ start, end }) => ranges.push({ start, end });
  new Visitor({
    TSTypeAliasDeclaration: add,
    TSInterfaceDeclaration: add,
    TSTypeAnnotation: add,
    TSTypeParameterInstantiation: add,
    TSAsExpression: ({ typeAnnotation }) => add(typeAnnotation),
  }).visit(program);
  return ranges;
}
