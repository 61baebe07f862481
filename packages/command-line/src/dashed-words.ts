import type { Command } from './command.js'
import { UsageError } from './errors.js'

interface Program<Flags> {
  readonly name: string
  readonly commands: readonly Command<Flags>[]
}

/**
 * Refuses a word such as `-draft` in the free text of a command: parsing would take `-note` for `-n ote`.
 * @throws UsageError that says how to give the word
 */
export function refuseDashedWord<Flags>(program: Program<Flags>, argv: readonly string[]): void {
  const command = freeTextCommand(program, argv)
  if (!command) return
  const words = flagsPart(argv)
  const flags = command.flags.map(({ syntax }) => ({
    names: syntax.split(/[ ,]+/u).filter((name) => name.startsWith('-')),
    hasValue: /[<[]/u.test(syntax),
  }))
  const takesNext = (word: string) => flags.some(({ names, hasValue }) => hasValue && names.includes(word))
  const found = words.find(
    (word, index) => /^-"?\p{L}[\p{L}\p{M}]/u.test(word) && !takesNext(words[index - 1] ?? ''),
  )
  if (found !== undefined) throw new UsageError(`There is no flag '${found}'. ${dashHint(program, argv)}`)
}

/** How to give words that begin with a dash to the command that was named; empty if it takes no free text. */
export function dashHint<Flags>(program: Program<Flags>, argv: readonly string[]): string {
  const command = freeTextCommand(program, argv)
  if (!command) return ''
  return `A word that begins with a dash comes in quotes with the words before it, or behind two dashes: ${program.name} ${command.name} -- wanted -unwanted`
}

function freeTextCommand<Flags>({ commands }: Program<Flags>, argv: readonly string[]) {
  return commands.find(({ name, hasFreeText }) => hasFreeText && name === argv[0])
}

function flagsPart(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return end === -1 ? argv : argv.slice(0, end)
}
