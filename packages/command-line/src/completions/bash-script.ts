import type { Completes } from '../command.js'
import type { CommandCompletion, CompletionTable } from './completion-table.js'

/** The completions of a program for bash 3.2 and newer; nothing else needs to be installed. */
export function bashScript({ program, identifier, commands }: CompletionTable): string {
  const names = [...commands.map(({ name }) => name), '--help', '--version'].join(' ')
  return `# Completions of ${program} for bash, made from its table of commands.

_${identifier}_offer() {
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$1" -- "$current"))
  compopt +o default 2>/dev/null
}

# Whether a word stands before the one that is completed; $1 has the flags that take a value.
_${identifier}_has_word() {
  local position=2 word
  while ((position < COMP_CWORD)); do
    word=\${COMP_WORDS[position]}
    if [[ " $1 " == *" $word "* ]]; then
      ((position += 1))
      [[ \${COMP_WORDS[position]} == '=' ]] && ((position += 1))
    elif [[ $word != -* ]]; then
      return 0
    fi
    ((position += 1))
  done
  return 1
}

_${identifier}() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD - 1]}
  COMPREPLY=()
  # bash splits --flag=value at the =, which becomes a word of its own.
  if [[ $current == '=' ]]; then
    current=''
  elif [[ $previous == '=' ]]; then
    previous=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    _${identifier}_offer '${names}'
    return
  fi
  case "\${COMP_WORDS[1]} $previous" in
${commands.flatMap((command) => valueBranches(command, identifier)).join('\n')}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.flatMap((command) => wordBranch(command, identifier)).join('\n')}
  esac
}

complete -o default -F _${identifier} ${program}
`
}

function valueBranches({ name, flags }: CommandCompletion, identifier: string): string[] {
  return flags
    .filter(({ value }) => value !== undefined)
    .map(
      ({ long, short, completes }) =>
        `    '${name} ${long}'${short === undefined ? '' : ` | '${name} ${short}'`}) ${offer(completes, identifier)}; return ;;`,
    )
}

/** Without a match, bash goes on with file names unless the script forbids it. */
function offer(completes: Completes | undefined, identifier: string): string {
  if (completes === 'files') return ':'
  if (completes === 'folders') return 'compopt -o dirnames +o default 2>/dev/null'
  return `_${identifier}_offer '${completes?.join(' ') ?? ''}'`
}

function wordBranch({ name, flags, completes }: CommandCompletion, identifier: string): string[] {
  const valued = flags
    .filter(({ value }) => value !== undefined)
    .flatMap(({ long, short }) => [long, short ?? []].flat())
  const names = [...flags.map(({ long }) => long), '--help'].join(' ')
  const nothing = offer(undefined, identifier)
  const afterWord = `      elif _${identifier}_has_word '${valued.join(' ')}'; then ${nothing}`
  return [
    `    ${name})`,
    `      if [[ $current == -* ]]; then _${identifier}_offer '${names}'`,
    ...(typeof completes === 'object' ? [afterWord] : []),
    `      else ${offer(completes, identifier)}; fi`,
    '      ;;',
  ]
}
