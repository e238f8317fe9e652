import type { CommandGroup } from '../types.ts';

export const shell: CommandGroup = {
  word: 'shell',
  summary: 'Type many commands in one process, with history and completion',
  verbs: [
    {
      words: [],
      summary: 'Run commands line by line, from the terminal or from standard input',
      outsideBatch: { why: 'it reads stdin' },
      handler: () => import('./shell.ts'),
      examples: ['shell', 'shell --env sandbox'],
      notes: [
        'A line is a command without bourse, with quotes as in a shell. help shows a help page, exit or Ctrl-D leaves.',
        'At the prompt Ctrl-C discards the line; while a command runs it ends the command, and the second Ctrl-C abandons its requests. Tab completes.',
        'The prompt names the environment and the profile, in red for live. Writes ask as they do outside.',
        'Options such as --env, --profile and --zone apply to each command that does not give them.',
        'The history is a file of the state folder that only you can read; lines with a word that could be a key, and lines that begin with a space, are left out.',
        'Lines of a pipe or file are run like a script, and the exit code is that of the last command.',
      ],
    },
  ],
};
