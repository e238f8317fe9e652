/**
 * The completion scripts of shells. A script passes the typed words to `bourse __complete` and never evaluates its output.
 */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A comment in every script, by which a file is known to be one of bourse. */
export const SCRIPT_MARK = '# Completion of bourse, printed by bourse completion.';

export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `${SCRIPT_MARK}
_bourse() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(bourse __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _bourse bourse
`,
  // The file is also autoloaded from a folder of fpath: its text is then the body of the function _bourse.
  zsh: `#compdef bourse
${SCRIPT_MARK}
_bourse() {
  local -a found
  found=("\${(@f)$(bourse __complete --described "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "\${found[1]}" ]]; then
    found=("\${(@)found//:/\\\\:}")
    found=("\${(@)found/$'\\t'/:}")
    _describe bourse found
  else
    _files
  fi
}
if [[ "\${funcstack[1]}" == _bourse ]]; then
  _bourse "$@"
else
  compdef _bourse bourse
fi
`,
  fish: `${SCRIPT_MARK}
function __bourse_complete
  set -l words (commandline -opc)
  set -l found (bourse __complete --described $words[2..-1] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c bourse -f -a '(__bourse_complete)'
`,
};
