import type { Completes } from '../command.js'
import type { CommandCompletion, CompletionTable } from './completion-table.js'

/** The completions of a program for fish 3 and newer. */
export function fishScript({ program, identifier, commands }: CompletionTable): string {
  const lines = [
    '-f',
    `-s h -l help -d 'print help'`,
    `-n __${identifier}_starts -s v -l version -d 'print the version'`,
    ...commands.flatMap((command) => commandLines(command, identifier)),
  ]
  return `# Completions of ${program} for fish, made from its table of commands.

function __${identifier}_starts
    test (count (commandline -opc)) -eq 1
end

function __${identifier}_runs
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test "$words[2]" = $argv[1]
end

${lines.map((line) => `complete -c ${program} ${line}`).join('\n')}
`
}

function commandLines(command: CommandCompletion, identifier: string): string[] {
  const runs = `__${identifier}_runs ${command.name}`
  return [
    `-n __${identifier}_starts -a ${command.name} -d ${quote(command.help)}`,
    ...wordLine(runs, command),
    ...command.flags.map(({ long, short, help, value, completes }) => {
      const kind = value === undefined ? '' : completes === 'files' ? ' -r -F' : ` -x${candidates(completes)}`
      const letter = short === undefined ? '' : ` -s ${short.slice(1)}`
      return `-n '${runs}'${letter} -l ${long.slice(2)}${kind} -d ${quote(help)}`
    }),
  ]
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/gu, String.raw`\$&`)}'`
}

function wordLine(condition: string, { completes }: CommandCompletion): string[] {
  if (completes === undefined) return []
  if (completes === 'files') return [`-n '${condition}' -F`]
  if (completes === 'folders') return [`-n '${condition}'${candidates(completes)}`]
  return [`-n '${condition}; and test (count (commandline -opc)) -eq 2'${candidates(completes)}`]
}

function candidates(completes: Completes | undefined): string {
  if (completes === 'folders') return ` -a '(__fish_complete_directories)'`
  return typeof completes === 'object' ? ` -a ${quote(completes.join(' '))}` : ''
}
