import type { Flags } from '../flags/flags.js'
import { shellWord } from '../shell-word.js'

/** A command of this program about the same memory. */
export function ownCommand(words: string, { db, agent, config }: Flags): string {
  const flags = Object.entries({ db, agent, config }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(value)}`],
  )
  return ['recallite', words, ...flags].join(' ')
}
