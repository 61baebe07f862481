import type { Command, Run } from './command.js'
import { didYouMean, UsageError } from './errors.js'

interface Shell {
  /** The script asks the program for candidates; without one, the shell offers files. */
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
    hint: 'It needs the package bash-completion. Without that, keep the file anywhere, and source it in ~/.bashrc.',
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

/** Names of shell functions consist of letters, digits and underscores. */
function functionName(program: string): string {
  return program.replaceAll(/\W/gu, '_')
}

/**
 * The command that prints a script for a shell, and how to install it on stderr; with words of a command line behind the
 * shell's name, what the last of them can be completed to.
 */
export function completionsRun<Flags>(program: string, commands: readonly Command<Flags>[]): Run<Flags> {
  return async ({ words: [name = '', ...words], io }) => {
    const shell = Object.hasOwn(shells, name) ? shells[name] : undefined
    if (!shell) {
      const known = `There are completions for ${Object.keys(shells).join(', ')}, not for '${name}'.`
      throw new UsageError(`${known}${didYouMean(name, Object.keys(shells))}`)
    }
    if (words.length > 0) return io.write(candidatesFor(commands, words).join('\n'))
    io.write(shell.script(program))
    const install = `${program} completions ${name} > ${shell.file(program)}`
    io.talk(`To have them in every new shell: ${install}\n${shell.hint}\n`)
  }
}

/** What the last word of a command line can be: a command, a flag or a value; nothing where it is any text or a file. */
export function candidatesFor<Flags>(
  commands: readonly Command<Flags>[],
  line: readonly string[],
): readonly string[] {
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
