import { arbitraryOrder } from './arbitrary-order.js'
import type { Note } from './note.js'
import type { Paragraph } from './outline.js'
import { isWhole, plainText } from './plain-text.js'
import { mostTried, type FindCandidates } from './question.js'
import { sentencesOf, type Sentence } from './sentences.js'
import { tellingWords, wordForms } from './words.js'

const fewestWords = 6
const mostWords = 30
const fewestTellingWords = 3

/** `Status: done`, `- **Owner**: Ada`, `- [fact] Ada sails`, `- knows [[Ada]]`: an entry of a form, no sentence. */
const entry =
  /^\s*(?:[-*+]\s+)?(?:(?:\*\*)?[^\s:：*.!?。！？][^:：.!?。！？]{0,30}[:：](?:\*\*)?(?:\s|\p{L}|$)|\[[^\]]{2,}\]\s|\S+\s+\[\[[^\]]*\]\]\s*$)/u
const sentenceEnd = /[.!?…؟।॥။。！？｡．]["'”’»)\]*_`」』》】）]*$/u

function isForm(note: Note, { stretches }: Paragraph): boolean {
  return stretches.some(({ line }) => entry.test(note.lines[line] ?? ''))
}

/** Of each section the first paragraph that is no form. */
function openingParagraphs(note: Note): Paragraph[] {
  const sections = new Map<number, Paragraph>()
  for (const paragraph of note.paragraphs) {
    if (!sections.has(paragraph.section) && !isForm(note, paragraph))
      sections.set(paragraph.section, paragraph)
  }
  return [...sections.values()]
}

/** The items of lists often are sentences without a stop. */
function openingSentence(note: Note, { isItem, stretches }: Paragraph): Sentence[] {
  const sentences = sentencesOf(note.lines, stretches)
  const [first] = sentences
  if (!first || !isWhole(first.source) || first.source.includes('://')) return []
  return sentenceEnd.test(first.source) || (isItem && sentences.length === 1) ? [first] : []
}

/** The first sentence of each section as a question. */
export const findOpenings: FindCandidates = function* (note) {
  const openings = openingParagraphs(note).flatMap((paragraph) => openingSentence(note, paragraph))
  for (const { source, stretches } of arbitraryOrder(openings, (each) => each.source).slice(0, mostTried)) {
    const text = plainText(source)
    const length = wordForms(text).length
    const isTelling = tellingWords(text).length >= fewestTellingWords
    if (isTelling && length >= fewestWords && length <= mostWords)
      yield { kind: 'opening sentence', text, stretches }
  }
}
