/**
 * Prints completion scripts for shells. A script passes the typed words to `bourse __complete` and never
 * evaluates its output.
 */
import { usageError } from '../../core/errors.ts';
import { nearestWord, safeText } from '../../core/text.ts';
import type { CommandCall } from '../types.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_bourse() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(bourse __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _bourse bourse
`,
  zsh: `#compdef bourse
_bourse() {
  local -a found
  found=("\${(@f)$(bourse __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    compadd -- "\${(@)found}"
  else
    _files
  fi
}
compdef _bourse bourse
`,
  fish: `function __bourse_complete
  set -l words (commandline -opc)
  bourse __complete $words[2..-1] (commandline -ct) 2>/dev/null
end
complete -c bourse -a '(__bourse_complete)'
`,
};

/** Prints the completion script of a shell. */
export async function run({ positionals, output }: CommandCall): Promise<void> {
  const shell = String(positionals['shell']);
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    const suggestion = nearestWord(shell, Object.keys(SCRIPTS));
    throw usageError(
      `Completion scripts exist for bash, zsh and fish, not for "${safeText(shell.slice(0, 40))}".`,
      suggestion === undefined ? undefined : `Did you mean ${suggestion}?`,
    );
  }
  await output.text(script);
}
