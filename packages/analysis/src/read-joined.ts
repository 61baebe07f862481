import type { Lexicon } from './languages/lexicon.js'
import { eitherOf, treeOf, type ScoredTerm } from './query-tree.js'
import { stemWord } from './stem.js'
import { wordsOf, type Word } from './words.js'

/** A name of fewer letters is not meant, nor is one of more words; a question of more words is no name at all. */
const limits = { leastLetters: 5, mostWords: 5, longestQuestion: 8 }

function joinRun(run: readonly Word[], isWhole: boolean, lexicon: Lexicon): ScoredTerm[] {
  const { isTelling, writingsOf } = lexicon
  const telling = run.filter(isTelling).length
  const isName = run.every(({ units }) => units.length === 1) && telling >= (isWhole ? 1 : 2)
  const form = run.map(({ text }) => text).join('')
  if (!isName || form.length < limits.leastLetters) return []
  const feature = eitherOf(writingsOf([{ form, stem: stemWord(form) }]).map(treeOf))
  return [{ feature, weight: 1, isTelling: false }]
}

/** `max concurrent processes` as the name that it may be written together as. */
export function readJoined(text: string, lexicon: Lexicon): ScoredTerm[] {
  const bare = text
    .split(/\s+/u)
    .map((part) => wordsOf(part))
    .filter((words) => words.length > 0)
  if (bare.length > limits.longestQuestion) return []
  const lengths = Array.from({ length: limits.mostWords - 1 }, (_, extra) => extra + 2)
  return bare.flatMap((_, start) =>
    lengths
      .filter((length) => start + length <= bare.length)
      .map((length) => bare.slice(start, start + length))
      .filter((run) => run.every((words) => words.length === 1))
      .flatMap((run) => joinRun(run.flat(), run.length === bare.length, lexicon)),
  )
}
