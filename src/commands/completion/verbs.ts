import type { CommandGroup } from '../types.ts';

export const completion: CommandGroup = {
  word: 'completion',
  summary: 'Tab completion for your shell: install it, or print its script',
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
        'Completes commands, options, their values, aliases, and symbols of earlier answers and of cached rules.',
        'The folder must exist (mkdir -p); zsh looks for _bourse in the folders of $fpath. For the current bash only: source <(bourse completion bash)',
      ],
    },
    {
      words: ['install'],
      summary: 'Write the completion script to the place where your shell looks for it',
      positionals: [{ name: 'shell', values: ['bash', 'zsh', 'fish'], about: 'That of SHELL if omitted' }],
      options: [
        { name: 'rc', about: 'Add the lines that the shell needs to its start file, such as ~/.zshrc' },
        { name: 'remove', about: 'Remove the script; with --rc also the lines of the start file' },
        { name: 'dry-run', about: 'Print what would be done; change nothing' },
      ],
      handler: () => import('./install.ts'),
      examples: ['completion install --dry-run', 'completion install zsh --rc --dry-run'],
      notes: [
        'A start file is changed only with --rc or after a question. Nothing happens where everything is in place already.',
        'zsh and fish show a description beside each word.',
      ],
    },
  ],
};
