import { chinese } from './chinese.js'
import { english } from './english.js'
import { japanese } from './japanese.js'

const stopWords: ReadonlySet<string> = new Set(
  [english, chinese, japanese].flatMap((list) => list.trim().split(/\s+/)),
)

/** Whether a word of a question says nothing about what is looked for. Letter case does not matter. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase())
}
