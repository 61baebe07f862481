import type { Completes } from '../command.js'
import type { CommandCompletion, CompletionTable, FlagCompletion } from './completion-table.js'

/** The completions of a program for zsh: to be found as `_<program>` in fpath, or to be sourced after compinit. */
export function zshScript({ program, identifier, commands }: CompletionTable): string {
  return `#compdef ${program}
# Completions of ${program} for zsh, made from its table of commands.

_${identifier}() {
  local -a commands
  if (( CURRENT == 2 )); then
    commands=(
${commands.map(({ name, help }) => `      ${quote(`${name}:${help.replaceAll('\\', '\\\\')}`)}`).join('\n')}
    )
    _describe -t commands command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandBranch).join('\n')}
  esac
}

if [[ $funcstack[1] == _${identifier} ]]; then
  _${identifier} "$@"
else
  compdef _${identifier} ${program}
fi
`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function commandBranch(command: CommandCompletion): string {
  const specifications = [
    '_arguments',
    ...command.flags.flatMap(flagSpecifications),
    quote('--help[print help]'),
    ...wordSpecifications(command),
  ]
  return `    ${command.name})\n      ${specifications.join(' \\\n        ')}\n      ;;`
}

/** One of the long name and one of the short one; where one was typed, the other is not offered. */
function flagSpecifications(flag: FlagCompletion): string[] {
  const { long, short, help, value, completes, isRepeatable } = flag
  const names = [short ?? [], long].flat()
  const front = isRepeatable ? '*' : names.length > 1 ? `(${names.join(' ')})` : ''
  const explained = `[${help.replaceAll(/[\\[\]:]/gu, String.raw`\$&`)}]`
  if (value === undefined) return names.map((name) => quote(`${front}${name}${explained}`))
  const taken = `${explained}:${value}:${action(completes)}`
  return names.map((name) => quote(`${front}${name}${name === long ? '=' : '+'}${taken}`))
}

function action(completes: Completes | undefined): string {
  if (completes === 'files') return '_files'
  if (completes === 'folders') return '_files -/'
  return completes === undefined ? ' ' : `(${completes.join(' ')})`
}

/** Unknown words are left out: if the script named them, zsh would complete no flag in their position. */
function wordSpecifications({ word = '', completes }: CommandCompletion): string[] {
  if (completes === undefined) return []
  return [quote(`${typeof completes === 'string' ? '*' : '1'}:${word}:${action(completes)}`)]
}
