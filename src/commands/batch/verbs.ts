import { type CommandGroup, LINE_FORMATS } from '../types.ts';

export const batch: CommandGroup = {
  word: 'batch',
  summary: 'Run many commands in one process',
  verbs: [
    {
      words: [],
      summary: 'Run the commands of a file, one a line, and print one JSON result a line in the same order',
      positionals: [{ name: 'file', about: 'File with one command a line; standard input if omitted or -' }],
      options: [
        { name: 'jobs', short: 'j', value: 'n', about: 'Commands that run at once, 1 to 64', default: '1' },
        { name: 'fail-fast', about: 'Start no further command after one has failed' },
        {
          name: 'yes',
          short: 'y',
          about: 'Confirm the writes of every line; a policy still decides on each',
        },
      ],
      formats: LINE_FORMATS,
      outsideBatch: { why: 'it is a batch itself' },
      handler: () => import('./batch.ts'),
      examples: ['batch commands.txt', 'batch -j 8 --fail-fast commands.txt', 'batch - --env sandbox'],
      notes: [
        'A line is a command with quotes as in a shell; a leading bourse, blank lines and comments after # are allowed. Variables, pipes and redirections are not.',
        'A result is {"line":…,"command":…,"exitCode":…,"ms":…,"output":…,"error":…,"notes":…,"notRun":…}, as schemas/batch-result.v1.schema.json describes it: output is the JSON that the command printed, with every digit, or its text.',
        'All lines of a file are checked before the first one runs; lines of standard input are checked as they arrive. With -j the commands begin in order and may end in any order.',
        'Exit code 8: a line failed. After Ctrl-C or with --fail-fast the lines that were not run are reported with notRun; of standard input the rest is not read.',
        'The lines share connections and one request budget, and wait up to 2 minutes for it (--max-wait).',
        'Options such as --env, --profile and --zone apply to each line that does not give them.',
      ],
    },
  ],
};
