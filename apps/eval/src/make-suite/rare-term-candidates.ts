import { arbitraryOrder } from './arbitrary-order.js'
import type { Collection } from './collection.js'
import type { Note } from './note.js'
import { isWhole, plainText } from './plain-text.js'
import { mostTried, type FindCandidates } from './question.js'
import { sentencesOf, type Sentence } from './sentences.js'
import { tellingWords, wordForms, writtenWords } from './words.js'

const fewestTerms = 3
const mostTerms = 4
const shortestTerm = 3
const longestTerm = 40

/** A word is rare that stands in no more notes than this, or in no larger share of them. */
const rareNotes = 3
const rareShare = 0.05

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

function isTerm(word: string): boolean {
  const shortest = unspaced.test(word) ? 2 : shortestTerm
  return word.length >= shortest && word.length <= longestTerm
}

/** The rarest words of a text that stand elsewhere in the note too, in the order of the text. */
function rareTerms(text: string, note: Note, collection: Collection): string[] {
  const mostNotes = Math.max(rareNotes, collection.size * rareShare)
  const all = wordForms(text)
  const rarest = tellingWords(text)
    .map((word, place) => ({ word, place, frequency: collection.frequencyOf([word]) }))
    .filter(({ word, frequency }) => isTerm(word) && frequency <= mostNotes)
    .filter(({ word }) => (note.counts.get(word) ?? 0) > all.filter((each) => each === word).length)
    .toSorted((a, b) => a.frequency - b.frequency || a.place - b.place)
    .slice(0, mostTerms)
  const written = writtenWords(text)
  return rarest.toSorted((a, b) => a.place - b.place).map(({ word }) => written.get(word) ?? word)
}

/** Sentences but for the first of each section, which is a question itself. */
function sentencesToTry({ lines, paragraphs }: Note): Sentence[] {
  const sentences = paragraphs.flatMap(({ section, stretches }, place) => {
    const opensSection = paragraphs[place - 1]?.section !== section
    return sentencesOf(lines, stretches).slice(opensSection ? 1 : 0)
  })
  return arbitraryOrder(sentences, (sentence) => sentence.source).slice(0, mostTried)
}

/** The three or four rarest words of a sentence as a question. */
export const findRareTerms: FindCandidates = function* (note, collection) {
  for (const { source, stretches } of sentencesToTry(note)) {
    const terms = isWhole(source) ? rareTerms(plainText(source), note, collection) : []
    if (terms.length >= fewestTerms) yield { kind: 'rare terms', text: terms.join(' '), stretches }
  }
}
