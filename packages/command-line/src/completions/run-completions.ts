import type { Command, Run } from '../command.js'
import { didYouMean, UsageError } from '../errors.js'
import { bashScript } from './bash-script.js'
import { completionTable, type CompletionTable } from './completion-table.js'
import { fishScript } from './fish-script.js'
import { zshScript } from './zsh-script.js'

const shells: Readonly<
  Record<string, { script: (table: CompletionTable) => string; install: (program: string) => string }>
> = {
  bash: {
    script: bashScript,
    install: (program) => `To have them in every new shell (with the package bash-completion):
  mkdir -p ~/.local/share/bash-completion/completions
  ${program} completions bash > ~/.local/share/bash-completion/completions/${program}
Without that package, keep the file anywhere and add a line to ~/.bashrc: source FILE`,
  },
  zsh: {
    script: zshScript,
    install: (program) => `To have them in every new shell:
  mkdir -p ~/.zsh/completions
  ${program} completions zsh > ~/.zsh/completions/_${program}
and in ~/.zshrc, before compinit: fpath=(~/.zsh/completions $fpath)`,
  },
  fish: {
    script: fishScript,
    install: (program) => `To have them in every new shell:
  mkdir -p ~/.config/fish/completions
  ${program} completions fish > ~/.config/fish/completions/${program}.fish`,
  },
}

/** The shells that completions can be printed for. */
export const shellNames: readonly string[] = Object.keys(shells)

/** The command that prints a program's completions for a shell on stdout, and how to install them on stderr. */
export function completionsRun<Flags>(program: string, commands: readonly Command<Flags>[]): Run<Flags> {
  return async ({ words: [name = ''], io }) => {
    const shell = Object.hasOwn(shells, name) ? shells[name] : undefined
    if (!shell) {
      const known = `There are completions for ${shellNames.join(', ')}, not for '${name}'.`
      throw new UsageError(`${known}${didYouMean(name, shellNames)}`)
    }
    io.write(shell.script(completionTable(program, commands)))
    io.talk(`${shell.install(program)}\n`)
  }
}
