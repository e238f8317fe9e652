/** Records the writes of a run in the audit log: before each is sent, when it is refused, and what became of it. */
import { asToolError, ToolError } from '../../core/errors.ts';
import type { Answer, PreparedRequest } from '../../request/types.ts';
import type { World } from '../world.ts';
import type { AuditedWrite } from './audit-log.ts';

export interface WriteAuditOptions {
  readonly world: World;
  readonly note: (text: string) => void;
  /** Returns what the log states about a write besides the decision. */
  readonly contextOf: (
    request: PreparedRequest,
  ) => Promise<Pick<AuditedWrite, 'command' | 'client' | 'profile' | 'venue'>>;
}

export class WriteAudit {
  readonly #options: WriteAuditOptions;
  /** The writes whose sending is in the log. */
  readonly #sending = new WeakMap<PreparedRequest, AuditedWrite>();

  constructor(options: WriteAuditOptions) {
    this.#options = options;
  }

  /**
   * Records that a write is about to be sent. Throws kind `storage` if that fails, unless the write only reduces: then it is
   * sent without a line.
   */
  async begin(request: PreparedRequest, decision: Pick<AuditedWrite, 'rule' | 'verdict'>): Promise<void> {
    const { world, note, contextOf } = this.#options;
    const { appendAudit } = await import('./audit-log.ts');
    const write = { request, ...(await contextOf(request)), rule: decision.rule, verdict: decision.verdict };
    try {
      await appendAudit(world, write, 'sending');
    } catch (thrown) {
      const error = asToolError(thrown);
      if (request.intent?.isReducing !== true)
        throw new ToolError({ ...error.facts, execution: 'not_executed', endpoint: request.endpoint });
      note(error.message);
    }
    this.#sending.set(request, write);
  }

  /** Records that a write was not sent. Never throws: the error of the write is the one to report. */
  async refuse(request: PreparedRequest, thrown: unknown): Promise<void> {
    const { world, note, contextOf } = this.#options;
    const { facts, kind } = asToolError(thrown);
    try {
      const { appendAudit } = await import('./audit-log.ts');
      const write = { request, ...(await contextOf(request)), rule: facts.name ?? kind };
      await appendAudit(world, { ...write, verdict: 'refuse' }, 'refused');
    } catch (error) {
      note(asToolError(error).message);
    }
  }

  /** Sends a request, and records what became of it if its sending is in the log. */
  async follow(request: PreparedRequest, send: () => Promise<Answer>): Promise<Answer> {
    const write = this.#sending.get(request);
    if (write === undefined) return send();
    const { auditOutcome } = await import('./audit-log.ts');
    return auditOutcome(this.#options.world, write, this.#options.note, send);
  }
}
