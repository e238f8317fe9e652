/** The budgets of requests that all processes of this machine share, one for each destination. */
import { join } from 'node:path';
import { type Budget, createBudget } from '../state/budget.ts';
import { fileBudgetHome } from '../state/budget-files.ts';
import { memoryBudgetHome } from '../state/budget-memory.ts';
import type { World } from './world.ts';

/** The number of ids by which the requests of processes are distinguished. */
const PROCESS_IDS = 2 ** 32;

/** Returns the folder of the budgets. */
export function budgetFolder({ folders }: World): string {
  return join(folders.state, 'budget');
}

/** The budgets of a run, or of the runs of a batch, each opened on first use. */
export class Budgets {
  readonly #world: World;
  readonly #note: (text: string) => void;
  readonly #byScope = new Map<string, Budget>();
  #processId: number | undefined;

  constructor(world: World, note: (text: string) => void) {
    this.#world = world;
    this.#note = note;
  }

  /**
   * Returns the budget of a scope: an environment, a host address, or one sandbox; without a scope, that of the sandbox in
   * this process, which no other process calls.
   */
  of(scope = ''): Budget {
    let budget = this.#byScope.get(scope);
    if (budget === undefined) {
      const { clock, facts, random } = this.#world;
      // The number need not be secret, and loading node:crypto for it would take longer than all else that the budget does.
      this.#processId ??= Math.floor(random.next() * PROCESS_IDS);
      budget = createBudget({
        clock,
        processId: this.#processId,
        openHome: () =>
          scope === ''
            ? memoryBudgetHome()
            : fileBudgetHome({ folder: budgetFolder(this.#world), destination: scope, owner: facts.owner }),
        onUnshared: (why) => this.#note(unsharedText(why)),
      });
      this.#byScope.set(scope, budget);
    }
    return budget;
  }

  close(): void {
    for (const budget of this.#byScope.values()) budget.close();
  }
}

function unsharedText(why: string): string {
  return `The request budget of this machine cannot be used (${why}); this process keeps to a quarter of the limits.`;
}
