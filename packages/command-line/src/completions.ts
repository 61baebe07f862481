import type { Command, Run } from './command.js'
import { didYouMean, UsageError } from './errors.js'

interface Shell {
  /** The script asks the program for candidates; if there are none, the shell completes files. */
  readonly script: (program: string) => string
  readonly file: (program: string) => string
  readonly hint: string
}

const shells: Readonly<Record<string, Shell>> = {
  bash: {
    script: (program) => `_${functionName(program)}() {
  local IFS=$'\n'
  COMPREPLY=($(${program} completions bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _${functionName(program)} ${program}
`,
    file: (program) => `~/.local/share/bash-completion/completions/${program}`,
    hint: 'It needs the package bash-completion. Without it, save the file anywhere and source it in ~/.bashrc.',
  },
  zsh: {
    script: (program) => `#compdef ${program}
local -a candidates
candidates=(\${(f)"$(${program} completions zsh -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
if (( $#candidates )); then compadd -a candidates; else _files; fi
`,
    file: (program) => `~/.zsh/completions/_${program}`,
    hint: 'In ~/.zshrc, before compinit: fpath=(~/.zsh/completions $fpath)',
  },
  fish: {
    script: (program) =>
      `complete -c ${program} -a '(${program} completions fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'\n`,
    file: (program) => `~/.config/fish/completions/${program}.fish`,
    hint: 'fish finds it there.',
  },
}

const functionName = (program: string): string => program.replaceAll(/\W/gu, '_')

/**
 * The command that prints the script for a shell, and on stderr how to install it; with words of a command line after the shell's
 * name, it prints the completions of the last word.
 */
export function completionsRun<Flags>(program: string, commands: readonly Command<Flags>[]): Run<Flags> {
  return async ({ words: [name = '', ...words], io }) => {
    const shell = Object.hasOwn(shells, name) ? shells[name] : undefined
    if (!shell) {
      const names = Object.keys(shells)
      const message = `Completions are available for ${names.join(', ')}, not for '${name}'.`
      throw new UsageError(message + didYouMean(name, names))
    }
    if (words.length > 0) return io.write(candidatesFor(commands, words).join('\n'))
    io.write(shell.script(program))
    const install = `${program} completions ${name} > ${shell.file(program)}`
    io.talk(`To load them in every new shell: ${install}\n${shell.hint}\n`)
  }
}

/** The completions of the last word of a command line: commands, flags or values; none for free text and files. */
export function candidatesFor<Flags>(commands: readonly Command<Flags>[], line: readonly string[]) {
  const last = line.at(-1) ?? ''
  const command = commands.find(({ name }) => name === line[0])
  const names = [...commands.map(({ name }) => name), '--help', '--version']
  const candidates = line.length === 1 ? names : command ? wordsOf(command, line) : []
  return candidates.filter((candidate) => candidate.startsWith(last))
}

function wordsOf<Flags>({ flags, completes = [] }: Command<Flags>, line: readonly string[]) {
  const before = line.at(-2) ?? ''
  const valued = flags.find(({ syntax }) => /</u.test(syntax) && syntax.split(/[ ,]+/u).includes(before))
  if (valued) return valued.choices ?? []
  if (line.at(-1)?.startsWith('-'))
    return [...flags.flatMap(({ syntax }) => /--[\w-]+/u.exec(syntax)?.[0] ?? []), '--help']
  return line.length === 2 ? completes : []
}
