/** Runs the calls of an opened library, as commands of the command line are run. */
import { setMaxListeners } from 'node:events';
import type { Idempotency } from '../app/journal/write-journal.ts';
import { createServices, type Services } from '../app/services.ts';
import { readSettings, type Settings, type TypedOptions } from '../app/settings.ts';
import type { SharedResources } from '../app/shared-resources.ts';
import type { Sink, Source, World } from '../app/world.ts';
import type { Endpoint } from '../catalogue/types.ts';
import { isServedAlike } from '../commands/calling/served-alike.ts';
import { endpointById } from '../commands/find-endpoint.ts';
import { GROUPS } from '../commands/groups.ts';
import type { CommandCall, Output, TypedArgument, Verb } from '../commands/types.ts';
import { EXIT_CODES, type ExitCode, ToolError, usageError } from '../core/errors.ts';
import { prepareRequest } from '../request/prepare.ts';
import { argumentsOf } from './arguments.ts';
import { type CollectedAnswer, collectOutput } from './collected-output.ts';
import type { ResolvedWrite } from './declarations.ts';
import { BourseError, libraryError } from './errors.ts';
import { libraryWorld } from './library-world.ts';
import { callOptions, checkOpenOptions, pageOptions, writeOptions } from './options.ts';
import { partialError } from './partial-error.ts';
import { SharedReads } from './shared-reads.ts';
import { typedAnswer } from './typed-values.ts';
import type { AnswerValue, OpenOptions, Plan, WriteOptions } from './types.ts';

/** A method as the table of methods has it: how it is called, the endpoint's id, the words of its command, and its `--on`. */
export type MethodEntry = readonly [
  kind: 'read' | 'paged' | 'write',
  endpoint: string,
  words: string,
  on?: string,
];

/** What a call needs. */
interface MethodCall {
  readonly entry: MethodEntry;
  readonly name: string;
  readonly endpoint: Endpoint;
  readonly given: readonly TypedArgument[];
}

/** What became of a command that was run. */
interface CommandOutcome extends CollectedAnswer {
  readonly code: ExitCode;
}

/** How a command is run. */
interface RunOptions {
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  /** What the command reads. */
  readonly stdin?: Source | undefined;
  /** Where a command writes lines while it runs. */
  readonly stdout?: Sink;
}

/** The command of a stream. */
interface StreamCommand {
  readonly words: readonly string[];
  readonly options: TypedOptions;
  readonly more: TypedOptions;
  readonly stdout: Sink;
  readonly signal: AbortSignal;
}

/** How a session differs from that of a program which imports bourse. */
export interface SessionOptions {
  readonly hasStreams?: boolean;
  /** The door that policies and the audit log name; `library` if omitted. */
  readonly door?: 'library' | 'serve';
  /** The options of a command line, in place of those of the library. */
  readonly typed?: TypedOptions;
  /** The program that bourse starts for work in another process; that of this process if omitted. */
  readonly programFile?: string;
}

/** How the reads of a session are sent: over connections that are kept for further ones. */
const ONE_OF_MANY = { isOneOfMany: true } as const;

/** An opened library. */
export class Session {
  readonly #world: World & { readonly shared: SharedResources };
  readonly #settings: Settings;
  readonly #options: TypedOptions;
  readonly #note: (text: string) => void;
  readonly #hasStreams: boolean;
  readonly #door: 'library' | 'serve';
  readonly #closing = new AbortController();
  readonly #ended = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #reads: SharedReads;

  /** Throws a usage error for an option that is none. Opens no file and no connection. */
  constructor(options: OpenOptions, world?: Partial<World>, more: SessionOptions = {}) {
    checkOpenOptions(options);
    this.#hasStreams = more.hasStreams ?? true;
    this.#door = more.door ?? 'library';
    this.#world = { ...libraryWorld(options, this.#ended.signal, more.programFile), ...world };
    this.#options = more.typed ?? typedOptions(options);
    this.#settings = readSettings(this.#options, this.#world.environment);
    this.#note = options.onNote ?? (() => {});
    this.#reads = new SharedReads(this.#world.clock, () => this.#services('read'));
    // Each call in flight listens to these, and there may be any number of calls.
    setMaxListeners(0, this.#ended.signal, this.#closing.signal);
  }

  /** The world of the session, for what the library offers beside the endpoints. */
  get world(): World {
    return this.#world;
  }

  /** Calls an endpoint that reads. */
  read(entry: MethodEntry, name: string, call: readonly unknown[]): Promise<AnswerValue> {
    return this.#during(async () => {
      const { method, options } = await this.#methodCall(entry, name, call, callOptions);
      return this.#reads.run(async (services) => {
        // Most endpoints are served alike everywhere, so the call of their command is not made.
        const { endpoint, given } = isServedAlike(method.endpoint)
          ? method
          : await this.#served(this.#commandCall(method, services, {}));
        const { request } = prepareRequest(endpoint!, given, { now: services.world.clock.now() });
        const { signal } = options;
        const answer = await services.call(
          request,
          signal === undefined ? ONE_OF_MANY : { ...ONE_OF_MANY, signal },
        );
        return typedAnswer(answer.body, endpoint!);
      });
    });
  }

  /** Yields the pages of a history. */
  async *pages(
    entry: MethodEntry,
    name: string,
    call: readonly unknown[],
  ): AsyncGenerator<readonly AnswerValue[]> {
    const { method, options } = await this.#methodCall(entry, name, call, pageOptions).catch((thrown) => {
      throw this.asError(thrown);
    });
    const { parallel, onGap = this.#note, signal } = options;
    const services = this.#services(name, signal);
    const own =
      parallel === undefined ? { all: true as const } : { all: true as const, parallel: String(parallel) };
    const typed = this.#commandCall(method, services, own, onGap);
    let failure: unknown;
    try {
      const [{ fetchPages, flatRowsView }, { GapReport }, { typedRows }] = await Promise.all([
        import('../commands/calling/paged-call.ts'),
        import('../commands/calling/gap-report.ts'),
        import('./typed-values.ts'),
      ]);
      const gaps = new GapReport(typed, method.endpoint);
      const columns = flatRowsView(method.endpoint.view)?.columns ?? [];
      for await (const { value } of fetchPages(typed, method.endpoint, gaps))
        yield typedRows(Array.isArray(value) ? value : [value], columns);
      gaps.end();
    } catch (thrown) {
      failure = thrown;
      throw this.asError(thrown);
    } finally {
      await services.close(failure);
    }
  }

  /** Calls an endpoint that changes something, by the code of its command. */
  write(entry: MethodEntry, name: string, call: readonly unknown[]): Promise<AnswerValue> {
    return this.#during(async () => {
      const { method, options } = await this.#methodCall(entry, name, call, writeOptions);
      return this.#send(method, options);
    });
  }

  /** Checks a call that changes something, and returns what would be sent. */
  plan(entry: MethodEntry, name: string, call: readonly unknown[]): Promise<Plan<AnswerValue>> {
    return this.#during(async () => {
      const found = await this.#methodCall(entry, name, call, writeOptions);
      const { options } = found;
      const { idempotencyKey = `plan-${this.#world.secretHex(12)}`, ...checked } = options;
      const method = { ...found.method, given: await this.#withIds(found.method, idempotencyKey) };
      const { value = null } = await this.#runVerb(method, checked, { 'dry-run': true });
      return {
        endpoint: method.endpoint.id,
        request: value,
        execute: (again) =>
          this.#during(async () => {
            const { signal } = { ...options, ...callOptions(`execute of ${name}`, again) };
            return this.#send(method, {
              ...options,
              ...(signal === undefined ? {} : { signal }),
              idempotencyKey,
            });
          }),
      };
    });
  }

  /** Runs a command that calls no single endpoint, and returns its answer, also where that is that a check failed. */
  local(words: string, name: string, [given, options, ...rest]: readonly unknown[]): Promise<AnswerValue> {
    return this.#during(async () => {
      if (rest.length > 0) throw usageError(`${name} takes an object of arguments and an object of options.`);
      const [verb, { localInput }] = await Promise.all([verbOf(words), import('./local-commands.ts')]);
      const { stdin, ...typed } = localInput(verb, name, given);
      const { signal } = callOptions(name, options);
      const run = { verb, words, endpoint: undefined, given: [], ...typed };
      const { code, value = null } = await this.#run(run, { name, signal, stdin });
      if (code !== EXIT_CODES.partial) return value;
      throw partialError(name, value);
    });
  }

  /** Runs the command of a stream until it ends; its lines go to `stdout`. Throws a BourseError. */
  async follow(words: string, name: string, stream: StreamCommand): Promise<void> {
    await this.#during(async () => {
      if (!this.#hasStreams)
        throw usageError(
          'An exchange for tests has no streams, because its clock stands still.',
          "Follow them with openBourse({ env: 'sandbox' }).",
        );
      const verb = await verbOf(words);
      const positionals = { [verb.positionals?.[0]?.name ?? 'streams']: stream.words };
      const options = { ...stream.options, ...stream.more };
      const typed = { verb, words, positionals, options, endpoint: undefined, given: [] };
      await this.#run(typed, { name, signal: stream.signal, stdout: stream.stdout });
    });
  }

  /** Passes a text to the program, as the command line prints notes. */
  note(text: string): void {
    this.#note(text);
  }

  /** Looks up a write whose outcome is not known; without an id, all of them. */
  async resolve(clientOrderId?: string): Promise<readonly ResolvedWrite[]> {
    const ids = clientOrderId === undefined ? {} : { ids: [clientOrderId] };
    return (await this.local('orders resolve', 'orders.resolve', [
      ids,
    ])) as unknown as readonly ResolvedWrite[];
  }

  /** Aborted when the library is being closed: streams end, and running calls go on. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Ends streams, waits for running calls, then closes connections. Calls that are made afterwards are refused. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('closed'));
    await Promise.allSettled(this.#running);
    this.#ended.abort(new Error('closed'));
    await this.#world.shared.close();
  }

  async #methodCall<Options>(
    entry: MethodEntry,
    name: string,
    [given, options, ...rest]: readonly unknown[],
    readOptions: (name: string, given: unknown) => Options,
  ) {
    if (rest.length > 0) throw usageError(`${name} takes an object of arguments and an object of options.`);
    const endpoint = await endpointById(entry[1]);
    const known = readOptions(name, options);
    const method: MethodCall = { entry, name, endpoint, given: argumentsOf(endpoint, given) };
    return { method, options: known };
  }

  async #send(method: MethodCall, options: WriteOptions): Promise<AnswerValue> {
    const { code, value = null } = await this.#runVerb(method, options, {});
    if (code === EXIT_CODES.done) return value;
    throw partialError(method.name, value, method.endpoint.id);
  }

  async #runVerb(
    { entry: [, , words, on], endpoint, given, name }: MethodCall,
    { idempotencyKey, round, skipFilters, despiteUnresolved, signal }: WriteOptions,
    more: TypedOptions,
  ): Promise<CommandOutcome> {
    const options: TypedOptions = {
      ...more,
      ...(on === undefined ? {} : { on }),
      yes: true,
      ...(round === undefined ? {} : { round }),
      ...(skipFilters === true ? { 'skip-filters': true } : {}),
      ...(despiteUnresolved === true ? { 'despite-unresolved': true } : {}),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    };
    const verb = await verbOf(words);
    return this.#run({ verb, words, options, endpoint, given, positionals: {} }, { name, signal });
  }

  async #run(
    typed: Pick<CommandCall, 'verb' | 'options' | 'endpoint' | 'given' | 'positionals'> & {
      readonly words: string;
    },
    { name, signal, stdin, stdout }: RunOptions,
  ): Promise<CommandOutcome> {
    const { words, endpoint } = typed;
    const options = { ...defaultsOf(typed.verb), ...this.#options, ...typed.options };
    const settings = readSettings(options, this.#world.environment);
    const { output, answer } = collectOutput(endpoint, this.#note);
    const command = { ...typed, options, command: words, fanOut: [] };
    const idempotency = await idempotencyOf(command, settings);
    const world = { ...this.#worldOf(signal), ...(stdin && { stdin }), ...(stdout && { stdout }) };
    const services = createServices(world, settings, this.#note, {
      command: `${this.#door} ${name}`,
      idempotency,
    });
    let failure: unknown;
    try {
      const shown: Output = stdout === undefined ? output : { ...output, format: 'ndjson' };
      const call: CommandCall = { ...command, services, output: shown, ...UNUSED };
      if (idempotency !== undefined && (await showsRecorded(call, idempotency)))
        return { ...answer, code: EXIT_CODES.done };
      const { run } = await (typed.verb.handler?.() ?? import('../commands/calling/call-endpoint.ts'));
      const code = (await run(await this.#served(call))) ?? EXIT_CODES.done;
      return { ...answer, code };
    } catch (thrown) {
      failure = thrown;
      throw thrown;
    } finally {
      await services.close(failure, answer.text);
    }
  }

  /** Returns services for work that the policy and the journal name by `words`. */
  #services(words: string, signal?: AbortSignal): Services {
    const command = `${this.#door} ${words}`;
    return createServices(this.#worldOf(signal), this.#settings, this.#note, { command });
  }

  #commandCall(
    { entry: [, , words, on], endpoint, given }: MethodCall,
    services: Services,
    options: TypedOptions,
    note = this.#note,
  ): CommandCall {
    const { output } = collectOutput(endpoint, note);
    const verb: Verb = { words: words.split(' ').slice(1), summary: endpoint.summary, examples: [] };
    return {
      verb,
      command: words,
      endpoint,
      given,
      fanOut: [],
      positionals: {},
      options: { ...this.#options, ...(on === undefined ? {} : { on }), ...options },
      services,
      output,
      ...UNUSED,
    };
  }

  /** Returns the call with the endpoint that its host serves in place of that of the interface document. */
  async #served(call: CommandCall): Promise<CommandCall> {
    if (isServedAlike(call.endpoint)) return call;
    return (await import('../commands/calling/served-call.ts')).servedCall(call);
  }

  /** Returns the arguments with a client order id, made from the key, for each order that has none. */
  async #withIds({ endpoint, given }: MethodCall, key: string): Promise<readonly TypedArgument[]> {
    if (endpoint.clientIds === undefined || endpoint.clientIds.isChange === true) return given;
    const [{ withClientOrderIds }, { createIdGenerator }] = await Promise.all([
      import('../commands/ordering/client-order-ids.ts'),
      import('../commands/ordering/order-session.ts'),
    ]);
    const services = { world: this.#world };
    return withClientOrderIds(
      endpoint,
      given,
      createIdGenerator({ services, options: { 'idempotency-key': key } }),
    );
  }

  #worldOf(signal: AbortSignal | undefined): World {
    if (signal === undefined) return this.#world;
    return { ...this.#world, interrupt: AbortSignal.any([this.#world.interrupt, signal]) };
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ended.signal.aborted) throw new BourseError(usageError('The library was closed.'));
    const running = work();
    this.#running.add(running);
    try {
      return await running;
    } catch (thrown) {
      throw this.asError(thrown);
    } finally {
      this.#running.delete(running);
    }
  }

  /** Returns any thrown value as an error of the library. */
  asError(thrown: unknown): BourseError {
    const error = thrown instanceof ToolError ? thrown.facts.clientOrderId : undefined;
    return libraryError(thrown, () => this.resolve(error));
  }
}

/** What commands of the command line have and the library does not: other commands, and help that the build prepared. */
const UNUSED: Pick<
  CommandCall,
  'commands' | 'findCommand' | 'preparedExplanations' | 'pythonClient' | 'runner'
> = {
  commands: () => import('../commands/command-index.ts').then((part) => part.commandsByEndpoint()),
  findCommand: (words) => import('../commands/command-index.ts').then((part) => part.findCommand(words)),
  preparedExplanations: async () => undefined,
  pythonClient: async () => {
    throw usageError('python is a command of the command line.');
  },
  runner: () => {
    throw usageError('A command of the library runs no other commands.');
  },
};

/** Returns the options that a command has if they are not given. */
function defaultsOf({ options = [] }: Verb): TypedOptions {
  return Object.fromEntries(
    options.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]])),
  );
}

async function verbOf(words: string): Promise<Verb> {
  const [group, ...rest] = words.split(' ');
  const { verbs } = (await GROUPS.find(({ word }) => word === group)?.load())!;
  return verbs.find((verb) => verb.words.join(' ') === rest.join(' '))!;
}

async function idempotencyOf(
  command: Parameters<typeof import('../commands/calling/idempotency.ts').commandDigest>[0],
  { idempotencyKey }: Settings,
): Promise<Idempotency | undefined> {
  if (idempotencyKey === undefined || command.options['dry-run'] === true) return undefined;
  const { commandDigest } = await import('../commands/calling/idempotency.ts');
  return { key: idempotencyKey, digest: commandDigest(command) };
}

async function showsRecorded(call: CommandCall, { key, digest }: Idempotency): Promise<boolean> {
  const { recordedResult, showRecorded } = await import('../commands/calling/idempotency.ts');
  const recorded = await recordedResult(call, key, digest);
  if (recorded !== undefined) await showRecorded(call, recorded);
  return recorded !== undefined;
}

/** Returns the options of the library as the options of a command line. */
function typedOptions(options: OpenOptions): TypedOptions {
  const { env, profile, hosts, proxy, timeoutMs, maxWaitMs = 120_000, recvWindowMs } = options;
  const typed: Record<string, string | readonly string[]> = { 'max-wait': `${maxWaitMs}ms` };
  if (env !== undefined) typed['env'] = env;
  if (profile !== undefined) typed['profile'] = profile;
  if (options.interface !== undefined) typed['interface'] = options.interface;
  if (hosts !== undefined)
    typed['host'] = Object.entries(hosts).map(([name, address]) => `${name}=${address}`);
  if (proxy !== undefined) typed['proxy'] = proxy;
  if (timeoutMs !== undefined) typed['timeout'] = `${timeoutMs}ms`;
  if (recvWindowMs !== undefined) typed['recv-window'] = String(recvWindowMs);
  return typed;
}
