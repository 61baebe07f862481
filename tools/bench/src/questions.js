import { createRandom } from './random.js'

export const questions = 40
export const wordsPerQuestion = 12
const seed = 7

/**
 * @typedef {object} Question
 * @property {string} text twelve content words
 * @property {string} rarest its two rarest words, as an FTS5 expression
 * @property {string} all its words, as an FTS5 expression that any of them matches
 */

/**
 * Questions about a store: words as often as its notes have them.
 * @param {Pick<import('./large-store.js').LargeStore, 'notes' | 'count'>} store
 * @returns {Promise<Question[]>}
 */
export async function writeQuestions({ notes, count }) {
  const { foldWord, isStopWord, stemWord } = await import('@recallite/analysis')
  const words = wordsIn(notes)
  return Array.from({ length: questions }, () => {
    const distinct = new Map()
    while (distinct.size < wordsPerQuestion) {
      const word = words.next().value ?? ''
      if (word !== '' && !isStopWord(word)) distinct.set(stemWord(foldWord(word)), word)
    }
    const byRarity = [...distinct.keys()]
      .map((stem) => ({ match: `"${stem}"`, chunks: count(`"${stem}"`) }))
      .toSorted((a, b) => a.chunks - b.chunks)
    const matches = byRarity.map(({ match }) => match)
    return {
      text: [...distinct.values()].join(' '),
      rarest: matches.slice(0, 2).join(' OR '),
      all: matches.join(' OR '),
    }
  })
}

const smallWord = /(?<!\p{L})\p{Ll}{4,}(?!\p{L})/gu

/** Words as often as the notes have them. @param {readonly import('./generate-corpus.js').Note[]} notes */
function* wordsIn(notes) {
  const random = createRandom(seed)
  for (;;) yield random.pick(random.pick(notes).text.match(smallWord) ?? [''])
}
