import { posix } from 'node:path'
import { arbitraryOrder } from './arbitrary-order.js'
import { isWhole, plainText } from './plain-text.js'
import { mostTried, type FindCandidates } from './question.js'
import { tellingWords, wordForms } from './words.js'

const fewestTellingWords = 2
const mostWords = 30

/** Headings as questions, but for those of which the file's name holds every word: they would be found by the name. */
export const findHeadings: FindCandidates = function* (note) {
  const name = new Set(wordForms(posix.basename(note.path)))
  const whole = note.headings.filter(({ source }) => isWhole(source))
  for (const { source, stretches } of arbitraryOrder(whole, (each) => each.source).slice(0, mostTried)) {
    const text = plainText(source)
    const telling = tellingWords(text)
    const isShort = wordForms(text).length <= mostWords
    const isRepeated = telling.every((word) => name.has(word))
    if (telling.length >= fewestTellingWords && isShort && !isRepeated)
      yield { kind: 'heading', text, stretches }
  }
}
