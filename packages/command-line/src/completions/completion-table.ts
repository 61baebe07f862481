import type { Command, Completes, Flag } from '../command.js'

/** A flag as shells complete it. */
export interface FlagCompletion {
  /** As in `--limit`. */
  readonly long: string
  readonly help: string
  /** What its value is called; undefined for a flag without one. */
  readonly value: string | undefined
  /** What its value can be, where that is known. */
  readonly completes: Completes | undefined
  readonly isRepeatable: boolean
}

/** A command as shells complete it. */
export interface CommandCompletion {
  readonly name: string
  readonly help: string
  readonly flags: readonly FlagCompletion[]
  /** What its words are called; undefined for a command without any. */
  readonly word: string | undefined
  /** What its words can be; of a list, the first one alone. */
  readonly completes: Completes | undefined
}

/** A program as shells complete it. */
export interface CompletionTable {
  readonly program: string
  /** The program's name where letters, digits and underscores alone are allowed. */
  readonly identifier: string
  readonly commands: readonly CommandCompletion[]
}

const placeholders: Readonly<Record<string, Completes>> = { file: 'files', folder: 'folders' }

/** A table of commands as shells complete it; names and choices in it are plain words, which no shell obeys. */
export function completionTable<Flags>(
  program: string,
  commands: readonly Command<Flags>[],
): CompletionTable {
  return {
    program,
    identifier: program.replaceAll(/\W/gu, '_'),
    commands: commands.map(({ name, words, help, flags, completes }) => {
      const word = placeholderOf(words)
      return {
        name,
        help,
        flags: flags.map(flagCompletion),
        word,
        completes: completes ?? placeholders[word ?? ''],
      }
    }),
  }
}

/** The first name in `<…>` or `[…]`. */
function placeholderOf(syntax: string): string | undefined {
  return /[<[]([\w-]+)/u.exec(syntax)?.[1]
}

function flagCompletion<Flags>({
  syntax,
  help,
  choices,
  completes,
  isRepeatable,
}: Flag<Flags>): FlagCompletion {
  const value = placeholderOf(syntax)
  return {
    long: /--[\w-]+/u.exec(syntax)?.[0] ?? '',
    help,
    value,
    completes: choices ?? completes ?? placeholders[value ?? ''],
    isRepeatable: isRepeatable ?? false,
  }
}
