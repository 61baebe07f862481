import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { contentWords, readWords, writtenWords, type Collection, type Note } from './note.js'
import type { Paragraph } from './outline.js'
import { isWhole, questionText, sentencesOf, type Sentence, type Stretch } from './sentences.js'

/** The kind of a question. */
export type QuestionKind = FoundKind | 'link'

/** The kind of a question that is a part of the note that answers it. */
export type FoundKind = keyof typeof finders

/** A possible question, and the stretches to cut out of its file. */
export interface Candidate {
  readonly kind: QuestionKind
  readonly text: string
  readonly stretches: readonly Stretch[]
}

/** Per file and kind. Limits the time for files with thousands of sections. */
const maxSources = 50
const minHeadingWords = 2
const maxWords = 30
const minSentenceWords = 6
const minSentenceContentWords = 3
const minTerms = 3
const maxTerms = 4
const minTermLength = 3
const maxTermLength = 40

/** A word is rare if no more than this number, or this share, of the notes contain it. */
const maxRareNotes = 3
const maxRareShare = 0.05

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/** Entries of forms, not sentences: `Status: done`, `- **Owner**: Ada`, `- [fact] Ada sails`, `- knows [[Ada]]`. */
const entry =
  /^\s*(?:[-*+]\s+)?(?:(?:\*\*)?[^\s:：*.!?。！？][^:：.!?。！？]{0,30}[:：](?:\*\*)?(?:\s|\p{L}|$)|\[[^\]]{2,}\]\s|\S+\s+\[\[[^\]]*\]\]\s*$)/u
const sentenceEnd = /[.!?…؟।॥။。！？｡．]["'”’»)\]*_`」』》】）]*$/u

/** By kind: the parts of a note that may become questions, and the question for a part, if it is suitable. */
const finders = {
  heading: { sources: wholeHeadings, ask: askHeading },
  'opening sentence': { sources: openingSentences, ask: askOpening },
  'rare terms': { sources: furtherSentences, ask: askRareTerms },
}

/** Every kind of question that is a part of the note that answers it. */
export const foundKinds = Object.keys(finders) as FoundKind[]

/** Yields questions of a kind about a note, in the order to try them. */
export function* findCandidates(kind: FoundKind, note: Note, collection: Collection) {
  const { sources, ask } = finders[kind]
  for (const { source, stretches } of shuffle(sources(note)).slice(0, maxSources)) {
    const text = ask(source, note, collection)
    if (text !== undefined) yield { kind, text, stretches }
  }
}

/** A number from the hash of a text: stable, and unrelated to its content. */
export function arbitraryNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

/** Orders sentences by their hashes, so that a few changed texts change little of the first ones. */
export function shuffle(sentences: readonly Sentence[]): Sentence[] {
  const numbered = sentences.map((sentence) => ({ sentence, number: arbitraryNumber(sentence.source) }))
  return numbered.toSorted((a, b) => a.number - b.number).map(({ sentence }) => sentence)
}

/** Whether a sentence has enough words to be a question, and few enough. */
export function isQuestion(text: string): boolean {
  const { length } = readWords(text).words
  const hasContent = contentWords(text).length >= minSentenceContentWords
  return hasContent && length >= minSentenceWords && length <= maxWords
}

function wholeHeadings({ headings }: Note): Sentence[] {
  return headings.filter(({ source }) => isWhole(source))
}

/** Leaves out headings whose words are all in the file name, because the name would answer them. */
function askHeading(source: string, { path }: Note): string | undefined {
  const name = new Set(readWords(posix.basename(path)).words)
  const text = questionText(source)
  const words = contentWords(text)
  const isRepeated = words.every((word) => name.has(word))
  const isLong = readWords(text).words.length > maxWords
  return words.length < minHeadingWords || isLong || isRepeated ? undefined : text
}

function askOpening(source: string): string | undefined {
  const text = questionText(source)
  return isQuestion(text) ? text : undefined
}

function askRareTerms(source: string, note: Note, collection: Collection): string | undefined {
  const terms = isWhole(source) ? rareTerms(questionText(source), note, collection) : []
  return terms.length >= minTerms ? terms.join(' ') : undefined
}

/** All sentences except the opening sentence of each section. */
function furtherSentences({ lines, paragraphs }: Note): Sentence[] {
  return paragraphs.flatMap(({ section, stretches }, index) => {
    const opensSection = paragraphs[index - 1]?.section !== section
    return sentencesOf(lines, stretches).slice(opensSection ? 1 : 0)
  })
}

/** The first sentence of each section, without entries of forms. */
function openingSentences(note: Note): Sentence[] {
  const isForm = ({ stretches }: Paragraph) =>
    stretches.some(({ line }) => entry.test(note.lines[line] ?? ''))
  const sections = new Map<number, Paragraph>()
  for (const paragraph of note.paragraphs) {
    if (!sections.has(paragraph.section) && !isForm(paragraph)) sections.set(paragraph.section, paragraph)
  }
  return [...sections.values()].flatMap((paragraph) => openingSentence(note, paragraph))
}

function openingSentence(note: Note, { isItem, stretches }: Paragraph): Sentence[] {
  const sentences = sentencesOf(note.lines, stretches)
  const [first] = sentences
  if (!first || !isWhole(first.source) || first.source.includes('://')) return []
  // List items are often sentences without a full stop.
  return sentenceEnd.test(first.source) || (isItem && sentences.length === 1) ? [first] : []
}

/** The rarest words of a text that also occur elsewhere in the note, in text order. */
function rareTerms(text: string, note: Note, collection: Collection): string[] {
  const maxNotes = Math.max(maxRareNotes, collection.size * maxRareShare)
  const all = readWords(text).words
  const rarest = contentWords(text)
    .map((word, index) => ({ word, index, frequency: collection.frequencyOf([word]) }))
    .filter(({ word, frequency }) => isTerm(word) && frequency <= maxNotes)
    .filter(({ word }) => (note.counts.get(word) ?? 0) > all.filter((each) => each === word).length)
    .toSorted((a, b) => a.frequency - b.frequency || a.index - b.index)
    .slice(0, maxTerms)
  const written = writtenWords(text)
  return rarest.toSorted((a, b) => a.index - b.index).map(({ word }) => written.get(word) ?? word)
}

function isTerm(word: string): boolean {
  return word.length >= (unspaced.test(word) ? 2 : minTermLength) && word.length <= maxTermLength
}
