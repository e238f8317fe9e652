/**
 * Books calls that are under way at the same time together. What they ask of the budget in one turn of the event loop,
 * which is several answers and several reservations, costs one append to the shared log and one read of it.
 */
import type { AnsweredPermit, Budget, BudgetAnswer, BudgetPermit, BudgetRequest } from './budget.ts';

/** A request that asks a budget; a caller adds what `isPaused` needs of it. */
export interface TurnRequest {
  readonly wanted: BudgetRequest;
}

/** A request that waits for the end of the turn; `resolve` is given its permit, or undefined if it must ask alone. */
interface WaitingRequest<Asked> {
  readonly asked: Asked;
  readonly resolve: (permit: BudgetPermit | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** What was asked of one budget in a turn. */
interface Turn<Asked> {
  readonly answers: AnsweredPermit[];
  readonly waiting: WaitingRequest<Asked>[];
}

export class BudgetTurns<Asked extends TurnRequest> {
  readonly #isPaused: (requests: readonly Asked[]) => boolean;
  readonly #turns = new Map<Budget, Turn<Asked>>();

  /**
   * `isPaused` returns whether a ban or a cooldown may hold back one of some requests to one budget, of which there is at
   * least one; they then ask alone.
   */
  constructor(isPaused: (requests: readonly Asked[]) => boolean) {
    this.#isPaused = isPaused;
  }

  /**
   * Takes the weight of a request at the end of this turn. Resolves once the reservation is in the log; with undefined if
   * the request must ask the budget alone, because it may not fit.
   */
  take(budget: Budget, asked: Asked): Promise<BudgetPermit | undefined> {
    return new Promise((resolve, reject) => {
      this.#turnOf(budget).waiting.push({ asked, resolve, reject });
    });
  }

  /** Records an answer at the end of this turn. Until then its request counts as one whose answer is still to come. */
  complete(budget: Budget, permit: BudgetPermit, answer: BudgetAnswer): void {
    this.#turnOf(budget).answers.push({ permit, answer });
  }

  /** Ends the turn now, so that nothing is left to ask of any budget. */
  end(): void {
    for (const [budget, { answers, waiting }] of this.#turns) {
      this.#turns.delete(budget);
      try {
        const requests = waiting.map(({ asked }) => asked);
        const isPaused = requests.length > 0 && this.#isPaused(requests);
        const permits = budget.takeTogether(answers, isPaused ? [] : requests.map(({ wanted }) => wanted));
        for (const [place, { resolve }] of waiting.entries()) resolve(permits[place]);
      } catch (error) {
        for (const { reject } of waiting) reject(error);
      }
    }
  }

  #turnOf(budget: Budget): Turn<Asked> {
    let turn = this.#turns.get(budget);
    if (turn === undefined) {
      if (this.#turns.size === 0) setImmediate(() => this.end());
      turn = { answers: [], waiting: [] };
      this.#turns.set(budget, turn);
    }
    return turn;
  }
}
