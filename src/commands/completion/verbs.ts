import type { CommandGroup } from '../types.ts';

export const completion: CommandGroup = {
  word: 'completion',
  summary: 'Print a completion script for your shell',
  verbs: [
    {
      words: [],
      summary: 'Print a completion script for bash, zsh or fish',
      positionals: [
        { name: 'shell', required: true, values: ['bash', 'zsh', 'fish'], about: 'bash, zsh or fish' },
      ],
      handler: () => import('./script.ts'),
      examples: [
        'completion bash > ~/.local/share/bash-completion/completions/bourse',
        'completion fish > ~/.config/fish/completions/bourse.fish',
      ],
      notes: [
        'Completes commands, options, their values, and symbols from earlier answers.',
        'The folder must exist (mkdir -p); zsh looks for _bourse in the folders of $fpath. For the current bash only: source <(bourse completion bash)',
      ],
    },
  ],
};
