import type { Command, Completes } from '../command.js'

/** What shells complete of a program. */
export type CompletionTable = ReturnType<typeof completionTable>

/** What shells complete of a command. */
export type CommandCompletion = CompletionTable['commands'][number]

/** What shells complete of a flag. */
export type FlagCompletion = CommandCompletion['flags'][number]

const placeholders: Readonly<Record<string, Completes>> = { file: 'files', folder: 'folders' }

/** A table of commands as shells complete it; names and choices in it are plain words, which no shell obeys. */
export function completionTable<Flags>(program: string, commands: readonly Command<Flags>[]) {
  return {
    program,
    // Names of shell functions consist of letters, digits and underscores.
    identifier: program.replaceAll(/\W/gu, '_'),
    commands: commands.map(({ name, words, help, flags, completes }) => {
      const word = placeholderOf(words)
      return {
        name,
        help,
        flags: flags.map((flag) => {
          const value = placeholderOf(flag.syntax)
          return {
            /** As in `--limit`. */
            long: /--[\w-]+/u.exec(flag.syntax)?.[0] ?? '',
            /** As in `-n`; undefined for a flag without a short name. */
            short: /^-\w/u.exec(flag.syntax)?.[0],
            help: flag.help,
            /** The name of its value; undefined for a flag without one. */
            value,
            completes: flag.choices ?? flag.completes ?? placeholders[value ?? ''],
            isRepeatable: flag.isRepeatable ?? false,
          }
        }),
        word,
        /** Of a list of words, the command takes one, as its first. */
        completes: completes ?? placeholders[word ?? ''],
      }
    }),
  }
}

/** The first name in `<…>` or `[…]`. */
function placeholderOf(syntax: string): string | undefined {
  return /[<[]([\w-]+)/u.exec(syntax)?.[1]
}
