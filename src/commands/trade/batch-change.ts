/** Changes or cancels several orders in one request; each order succeeds or fails on its own. */
import { EXIT_CODES, type ExitCode, ToolError } from '../../core/errors.ts';
import { readJson } from '../../core/json.ts';
import { plural } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { rowRefusal } from '../../orders/batch.ts';
import { prepareRequest } from '../../request/prepare.ts';
import type { Answer, PreparedRequest } from '../../request/types.ts';
import { provesElement } from '../../request/write-proof.ts';
import { confirm } from '../calling/confirm.ts';
import { showRequest } from '../calling/dry-run.ts';
import { sendWrite } from '../calling/send-write.ts';
import type { CommandCall } from '../types.ts';

/** Runs the batch command; returns exit code 8 if some orders were changed and others were not. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { services, output } = call;
  const endpoint = call.endpoint!;
  const { request, notes, wire } = prepareRequest(endpoint, call.given, { now: services.world.clock.now() });
  for (const note of notes) output.note(note);
  if (call.options['dry-run'] === true) {
    await showRequest(call, request);
    return EXIT_CODES.done;
  }
  await confirm(call, request);
  let refusals: readonly ToolError[] = [];
  const check = (answer: Answer) => {
    const rows = rowsOf(answer);
    const open = rows.filter(
      (row, index) => rowRefusal(row, request) === undefined && !provesElement(request, row, index),
    );
    if (open.length > 0) throw openRowsError(request, open.length);
    refusals = refusalsIn(rows, request);
    if (refusals.length === rows.length) throw combineRefusals(refusals);
  };
  await sendWrite(call, { endpoint, request, wire, check });
  if (refusals.length === 0) return EXIT_CODES.done;
  output.note(`${plural(refusals.length, 'order')} refused; the rows with a code say why.`);
  return EXIT_CODES.partial;
}

function rowsOf({ body }: Answer): readonly JsonValue[] {
  const outcome = readJson(body);
  return outcome.ok && Array.isArray(outcome.value) ? (outcome.value as readonly JsonValue[]) : [];
}

function refusalsIn(rows: readonly JsonValue[], request: PreparedRequest): readonly ToolError[] {
  return rows.flatMap((row) => rowRefusal(row, request) ?? []);
}

/**
 * Returns the error of a batch change whose answer has results that neither prove that the order was changed
 * nor refuse the change.
 */
function openRowsError({ endpoint }: PreparedRequest, count: number): ToolError {
  return new ToolError({
    kind: 'execution-unknown',
    message: `The answer does not prove what became of ${plural(count, 'order')}.`,
    hint: 'Look at the orders before you send it again.',
    execution: 'unknown',
    endpoint,
  });
}

/** Returns one error for a request of which every order was refused. */
function combineRefusals(refusals: readonly ToolError[]): ToolError {
  const [first] = refusals;
  if (refusals.length === 1) return first!;
  return new ToolError({
    ...first!.facts,
    message: `Each of the ${plural(refusals.length, 'order')} was refused:\n${refusals.map(({ message }) => `- ${message}`).join('\n')}`,
    cause: first!,
  });
}
