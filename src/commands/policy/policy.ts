/**
 * The commands of the policy: check a file, print one to start from, halt and resume. None of them sends a request, except
 * a halt that cancels open orders.
 */
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { haltText, writeHalt } from '../../app/policy/halt-file.ts';
import { haltPath } from '../../app/policy/halt-path.ts';
import { policyFilePath } from '../../app/write-policy.ts';
import type { View } from '../../catalogue/types.ts';
import { asToolError, EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { readPolicy } from '../../policy/policy-file.ts';
import type { CommandCall } from '../types.ts';

/** The policies that `policy init` prints, by their user, each with a location for its default. */
const STARTING_POLICIES: Readonly<Record<string, string>> = {
  person: `{
  "version": 1,
  "default": "VERDICT",
  "rules": [
    { "id": "no-withdrawals", "then": "refuse", "when": { "endpoints": ["*withdraw*"] } },
    { "id": "sandbox", "then": "allow", "when": { "venue": ["sandbox"] } }
  ]
}`,
  agent: `{
  "version": 1,
  "default": "VERDICT",
  "quote": "USDT",
  "limits": { "maxOrder": "100", "maxDay": "500", "ordersPerMinute": 6, "maxLeverage": 3, "maxFromMark": "5%" },
  "approval": { "ttlSeconds": 120, "maxDrift": "0.5%" },
  "halt": { "afterRefusals": 10, "withinMinutes": 10, "onUnknown": true },
  "rules": [
    { "id": "no-withdrawals", "then": "refuse", "when": { "endpoints": ["*withdraw*"] } },
    { "id": "play", "then": "allow", "when": { "venue": ["sandbox", "testnet", "demo"] } },
    { "id": "cancel", "then": "allow", "when": { "endpoints": ["*.order.cancel", "*.open-orders.cancel"] } },
    { "id": "spot-orders", "then": "ask", "when": { "endpoints": ["spot.*"], "types": ["LIMIT", "LIMIT_MAKER"] } }
  ]
}`,
};

/** What each starting policy does, for the person who puts it in force. */
const STARTING_NOTES: Readonly<Record<string, string>> = {
  person: 'It refuses withdrawals, and lets every write to the sandbox pass.',
  agent:
    'It refuses withdrawals, lets writes to the sandbox, testnet and demo and all cancellations pass, asks a person about limit orders on spot, bounds every order, and halts writes after ten refusals or an unknown outcome.',
};

const RECORD: View = { shape: 'record', columns: [] };

/** Checks a policy file; throws kind `refused` with its faults. */
export async function check({ services: { world }, positionals, output }: CommandCall): Promise<void> {
  const named = positionals['file'] as string | undefined;
  const path = named === undefined ? policyFilePath(world) : resolve(world.workingFolder, named);
  const policy = readPolicy(path, world.facts.owner);
  await output.value({ file: path, default: policy.default, rules: policy.rules.length }, RECORD);
}

/** Prints a policy to start from. */
export async function init({ services: { world }, options, output }: CommandCall): Promise<void> {
  const user = options['for'] as string;
  await output.text(STARTING_POLICIES[user]!.replace('VERDICT', options['default'] as string));
  output.note(STARTING_NOTES[user]!);
  output.note(`To put it in force, write it to ${policyFilePath(world)} with mode 0600.`);
}

/**
 * Halts all writes of this machine except those that cancel or reduce, and cancels open orders if the policy says so. The
 * exit code is then that of the cancellations.
 */
export async function halt(call: CommandCall): Promise<ExitCode> {
  const { services, output } = call;
  const { world } = services;
  const since = writeHalt(world, 'by bourse policy halt');
  const { haltCancellations, reportCancellations } = await import('./halt-orders.ts');
  const cancelled = await haltCancellations(call).catch(asToolError);
  const orders =
    cancelled === undefined || cancelled instanceof ToolError
      ? {}
      : { orders: cancelled.results.map(({ row }) => row) };
  await output.value({ halted: true, since, ...orders }, RECORD);
  if (cancelled === undefined) return EXIT_CODES.done;
  if (!(cancelled instanceof ToolError)) return reportCancellations(output, cancelled);
  output.note(`Writes are halted, and open orders stay open: ${cancelled.message}`);
  return cancelled.exitCode;
}

/** Ends a halt after a question at the terminal. */
export async function resume({ services: { world }, output }: CommandCall): Promise<void> {
  if (existsSync(haltPath(world))) output.note(haltText(world));
  const answer = await world.ask('Let writes be sent again? Type resume: ');
  if (answer?.trim().toLowerCase() !== 'resume') {
    throw new ToolError({
      kind: 'refused',
      message: answer === undefined ? 'There is no terminal to ask on.' : 'The answer was not "resume".',
      hint: 'Writes stay halted. Run bourse policy resume at a terminal and type resume.',
      execution: 'not_executed',
    });
  }
  rmSync(haltPath(world), { force: true });
  await output.value({ halted: false }, RECORD);
}
