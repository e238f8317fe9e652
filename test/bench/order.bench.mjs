/** What the journal, permits and the shared request budget cost: bourse over the same program without them. */
import { BOURSE, checkThat, compare, inFolder, withServer } from './measure.mjs';
import { addProfile, ORDER } from './order-profile.mjs';
import { buildWithout, checkReplaced, GUARDS } from './without-guards.mjs';

/** The goal of the budget on a command that sends one request, in ms of CPU. */
const BUDGET_MS = 2;

/** Returns the results of this benchmark. */
export function bench({ rounds, isSmoke }) {
  return inFolder((folder) =>
    inFolder((other) => {
      // The build takes ten seconds, so the smallest run only looks whether it still could.
      checkReplaced();
      const without = isSmoke ? BOURSE : buildWithout(folder, GUARDS);
      const withoutBudget = isSmoke ? BOURSE : buildWithout(other, ['src/app/budgets.ts']);
      return measure({ without, withoutBudget, rounds });
    }),
  );
}

function measure({ without, withoutBudget, rounds }) {
  return inFolder((home) =>
    withServer('./order-server.mjs', [], async (origin) => {
      addProfile(BOURSE, home, origin);
      const isPlaced = (stdout) => checkThat(JSON.parse(stdout).status === 'NEW', `the order ${stdout}`);
      const row = { of: 'cpuMs', rounds, home };
      const order = (name, goal, words, check) =>
        compare({
          ...row,
          name,
          goal,
          subject: { words: [BOURSE, ...words], check },
          limit: { words: [without, ...words], check },
        });
      const read = ['market', 'info', 'BTCUSDT', '-o', 'json', '--host', `spot=${origin}`];
      const check = (stdout) => checkThat(String(stdout).includes('BTCUSDT'), `the rules ${stdout}`);
      const budget = compare({
        ...row,
        name: `one read with the request budget, at most ${BUDGET_MS} ms more`,
        goal: null,
        subject: { words: [BOURSE, ...read], check },
        limit: { words: [withoutBudget, ...read], check },
      });
      return [
        order('one order over HTTP, with journal, permit and budget', 1.15, ORDER, isPlaced),
        order('one order on the embedded sandbox, with them', 1.15, [...ORDER, '--env', 'sandbox'], () => {}),
        { ...budget, goal: 1 + BUDGET_MS / budget.limit },
      ];
    }),
  );
}
