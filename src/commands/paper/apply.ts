/** Carries theses out on a paper ledger. Reads no key and places no order. */
import { createThesisFiles } from '../../app/thesis-files.ts';
import { EXIT_CODES, type ExitCode, type ToolError, usageError } from '../../core/errors.ts';
import { safeText } from '../../core/text.ts';
import type { JsonValue } from '../../core/words.ts';
import { canonicalText } from '../../paper/canonical.ts';
import { NEXT_STEPS, REFUSALS, type RefusalReason } from '../../paper/engine/refusal.ts';
import type { LedgerEntry } from '../../paper/ledger/entries.ts';
import { readThesisTexts, type ThesisText } from '../../paper/scenario/thesis-text.ts';
import { readDocument, STANDARD_INPUT } from '../../thesis/sources.ts';
import type { CommandCall } from '../types.ts';
import { applyTheses, type Step, writeStep } from './carry-on.ts';
import { ENTRY_VIEW, entryRows, plain } from './entry-rows.ts';
import { withLedger } from './open-ledger.ts';
import { chooseSource } from './sources/choose-source.ts';

/** Carries theses out in the order of input. */
export async function run(call: CommandCall): Promise<ExitCode> {
  const { options, output } = call;
  const given = await readTheses(call);
  const step = await withLedger(call, (store) =>
    writeStep(
      store,
      async (loaded) =>
        applyTheses(loaded, await chooseSource(call, loaded), given, options['again'] === true),
      options['dry-run'] === true,
    ),
  );
  await printStep(call, step);
  const own = step.entries.filter((entry) => entry.kind === 'thesis');
  for (const entry of own) {
    if (entry.status === 'refused') for (const line of refusalLines(entry, step)) output.note(line);
  }
  return exitCodeOf(own);
}

async function readTheses({ positionals, services }: CommandCall): Promise<readonly ThesisText[]> {
  const sources = [positionals['file'] ?? []].flat();
  if (sources.length === 0)
    throw usageError('A file or - is required.', 'Give a thesis, or - for standard input.');
  const files = createThesisFiles(services.world);
  const theses: ThesisText[] = [];
  for (const source of sources) {
    const text = await readDocument(source, files);
    if (typeof text !== 'string') throw usageError(text.errors[0]!.message, text.errors[0]!.fix);
    if (text.trim() === '') throw emptySource(source);
    theses.push(...readThesisTexts(text));
  }
  return theses;
}

/** Returns the error of a source without any text, such as the output of a command that failed. */
function emptySource(source: string): ToolError {
  const name = source === STANDARD_INPUT ? 'standard input' : source;
  return usageError(
    `Expected a thesis in ${safeText(name)}, found nothing.`,
    'Write one: bourse thesis new --help. Nothing was written to the ledger.',
  );
}

/** Prints the entries of a step as they are in the ledger, and its head, which is the receipt. */
export async function printStep({ options, output }: CommandCall, step: Step): Promise<void> {
  const { entries, waiting, loaded } = step;
  const { head } = loaded.live.ledger.journal;
  const hasFields = options['fields'] !== undefined;
  if (output.format === 'json' && !hasFields) {
    await output.value(plain({ schema: 'bourse.paper.step.v1', entries, waiting, head }));
  } else if (output.format === 'ndjson' && !hasFields) {
    for (const entry of entries) await output.write(`${canonicalText(entry)}\n`);
  } else {
    if (entries.length > 0 || output.format !== 'table') {
      await output.value(entryRows(entries) as JsonValue, ENTRY_VIEW);
    }
    if (output.format !== 'table') return;
    const lines = waiting.map((hash) => `waiting for a price: ${hash}`);
    await output.text([...lines, `head ${head.seq}:${head.hash}`].join('\n'));
  }
}

/** Returns what was expected, what was found, and what to do next about a refused thesis. */
function refusalLines(entry: LedgerEntry, { loaded, unknownSymbols }: Step): readonly string[] {
  const { seq, reason, action, thesis } = entry;
  const why = reason as RefusalReason;
  const symbol = why === 'unknown_symbol' ? ` ${unknownSymbols?.get(thesis!)}` : '';
  const text = `${REFUSALS[why]}.${symbol} ${NEXT_STEPS[why]}`;
  const lines = [`Entry ${seq}: ${action ?? 'thesis'} refused, ${why}: ${text}`];
  if (!why.startsWith('position_') && !why.startsWith('refs_')) return lines;
  const { books } = loaded.live.ledger;
  const open = [...books.paper.allOpen(), ...books.watch.allOpen()];
  const candidates = open.map(({ id, symbol, side }) => `${id} (${symbol} ${side})`);
  return [...lines, `Open positions: ${candidates.length === 0 ? 'none' : candidates.join(', ')}.`].map(
    safeText,
  );
}

/** Returns 0 if nothing was refused, 1 if something was refused and nothing applied, else 8. */
function exitCodeOf(entries: readonly LedgerEntry[]): ExitCode {
  if (!entries.some(({ status }) => status === 'refused')) return EXIT_CODES.done;
  return entries.some(({ status }) => status === 'applied') ? EXIT_CODES.partial : EXIT_CODES.check;
}
