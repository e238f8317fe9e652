/**
 * Changes that no test can notice, because the program does the same with them. They are not counted as mutants; each has its
 * reason. An entry names the file, the line as it is written, what is changed in it, and the replacement.
 */
export const EQUIVALENT = [
  {
    file: 'src/transport/rate-limiter.ts',
    line: 'this.#ownBudget = createBudget({ clock, openHome: memoryBudgetHome, processId: 0 });',
    was: '0',
    why: 'No other process writes to a budget in memory, so that any number of the process is as good.',
  },
  {
    file: 'src/transport/retry.ts',
    line: 'const BACK_OFF: BackOff = { firstMs: 250, maxMs: 30_000, fixedShare: 0 };',
    was: '30_000',
    why: 'The last of eight attempts waits 16 s at most.',
  },
  {
    file: 'src/policy/decide.ts',
    line: 'const now = new Date(at).toISOString().slice(11, 16);',
    was: '16',
    why: 'Text of the same hour and minute with seconds compares with "HH:MM" as the shorter text does.',
  },
  {
    file: 'src/state/budget-pause.ts',
    line: 'if (until <= (this.#until ?? 0)) return;',
    was: '0',
    why: 'The end of a pause is a Unix time, which is never 1 ms.',
  },
  {
    file: 'src/state/tables.ts',
    line: 'const changedAt = known === undefined || known.at < at ? at : known.at;',
    was: '<',
    why: 'Either of two equal times is the result.',
  },
  {
    file: 'src/state/budget-window.ts',
    line: 'if (record.isTimed && record.time > (this.#lastTime ?? 0)) this.#lastTime = record.time;',
    was: '>',
    why: 'Either of two equal times is the latest.',
  },
  {
    file: 'src/state/budget-charges.ts',
    line: 'while (at > 0 && reports[at - 1]!.value > report.value) at -= 1;',
    was: '>',
    occurrence: 2,
    why: 'The growth between equal usages is 0, which teaches no cost, in either order.',
  },
  {
    file: 'src/state/budget-charges.ts',
    line: 'if (known === undefined || growth < known) this.#observed.set(group, growth);',
    was: '<',
    why: 'An equal growth is written again.',
  },
  {
    file: 'src/state/budget-usage.ts',
    line: 'const own = new BudgetMeter({ meter, home, clock, nextNonce: () => 0 });',
    was: '0',
    why: 'A budget that is only read takes no number.',
  },
  {
    file: 'src/state/budget-usage.ts',
    line: '.sort((one, other) => (one.meter.key < other.meter.key ? -1 : 1));',
    was: '<',
    why: 'No two limits have the same key.',
  },
  {
    file: 'src/orders/expected-fill.ts',
    line: "if (compare(cost, open) >= 0) return add(bought, divide(open, price, QUOTIENT_DIGITS, 'down'));",
    was: '>=',
    why: 'A level that costs exactly what is left is bought whole in either branch.',
  },
  {
    file: 'src/orders/expected-fill.ts',
    line: "if (compare(cost, open) >= 0) return add(bought, divide(open, price, QUOTIENT_DIGITS, 'down'));",
    was: '0',
    why: 'A level that costs exactly what is left is bought whole in either branch.',
  },
  {
    file: 'src/state/budget-files.ts',
    line: 'const READ_BUFFER = Buffer.allocUnsafeSlow(16 * 1024);',
    was: '16',
    why: 'A smaller or larger buffer changes only how often a file is read.',
  },
  {
    file: 'src/state/budget-files.ts',
    line: 'const READ_BUFFER = Buffer.allocUnsafeSlow(16 * 1024);',
    was: '1024',
    why: 'A smaller or larger buffer changes only how often a file is read.',
  },
  {
    file: 'src/state/budget-files.ts',
    line: 'const READ_BUFFER = Buffer.allocUnsafeSlow(16 * 1024);',
    was: '*',
    why: 'A smaller or larger buffer changes only how often a file is read.',
  },
  {
    file: 'src/state/budget-files.ts',
    line: 'const REST_BYTES = 256 * 1024;',
    was: '256',
    why: 'A larger buffer changes only how often a file is read.',
  },
  {
    file: 'src/state/budget-files.ts',
    line: 'const REST_BYTES = 256 * 1024;',
    was: '1024',
    why: 'A larger buffer changes only how often a file is read.',
  },
];
