import type { Command, Run } from '../command.js'
import { didYouMean, UsageError, exitCodes } from '../errors.js'
import { bashScript } from './bash-script.js'
import { completionTable, type CompletionTable } from './completion-table.js'
import { fishScript } from './fish-script.js'
import { zshScript } from './zsh-script.js'

interface Shell {
  readonly script: (table: CompletionTable) => string
  /** What to do with the script. */
  readonly install: (program: string) => string
}

const shells: Readonly<Record<string, Shell>> = {
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

/** The shells that there are completions for. */
export const shellNames: readonly string[] = Object.keys(shells)

/**
 * The command that prints a program's completions for a shell, made from the program's own table; how to install them is
 * said aside.
 */
export function completionsRun<Flags>(program: string, commands: readonly Command<Flags>[]): Run<Flags> {
  return async ({ words: [name = ''], io }) => {
    const shell = Object.hasOwn(shells, name) ? shells[name] : undefined
    if (!shell) {
      const known = shellNames.join(', ')
      throw new UsageError(
        `There are completions for ${known}, not for '${name}'.${didYouMean(name, shellNames)}`,
      )
    }
    io.write(shell.script(completionTable(program, commands)))
    io.talk(`${shell.install(program)}\n`)
    return exitCodes.done
  }
}
