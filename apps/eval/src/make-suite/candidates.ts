import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { type Collection, type Note, tellingWords, wordForms, writtenWords } from './note.js'
import type { Paragraph } from './outline.js'
import { type Sentence, isWhole, plainText, sentencesOf } from './sentences.js'
import type { Stretch } from './stretch.js'

/** The kind of a question. */
export type QuestionKind = (typeof questionKinds)[number]

/** A question that a file may be asked for, and what must be cut out of it then. */
export interface Candidate {
  readonly kind: QuestionKind
  readonly text: string
  readonly stretches: readonly Stretch[]
}

/** Finds questions about a note, the ones to try first first. */
export type FindCandidates = (note: Note, collection: Collection) => Iterable<Candidate>

/** What a question is made of. */
export const questionKinds = ['heading', 'opening sentence', 'rare terms'] as const

/** More than that are not looked at: a file of thousands of sections gives a few questions like any other. */
const mostTried = 50

const fewestHeadingTellingWords = 2

const mostHeadingWords = 30

/** Headings as questions, but for those of which the file's name holds every word: they would be found by the name. */
export const findHeadings: FindCandidates = function* (note) {
  const name = new Set(wordForms(posix.basename(note.path)))
  const whole = note.headings.filter(({ source }) => isWhole(source))
  for (const { source, stretches } of arbitraryOrder(whole, (each) => each.source).slice(0, mostTried)) {
    const text = plainText(source)
    const telling = tellingWords(text)
    const isShort = wordForms(text).length <= mostHeadingWords
    const isRepeated = telling.every((word) => name.has(word))
    if (telling.length >= fewestHeadingTellingWords && isShort && !isRepeated)
      yield { kind: 'heading', text, stretches }
  }
}

const fewestSentenceWords = 6

const mostSentenceWords = 30

const fewestSentenceTellingWords = 3

/** `Status: done`, `- **Owner**: Ada`, `- [fact] Ada sails`, `- knows [[Ada]]`: an entry of a form, no sentence. */
const entry =
  /^\s*(?:[-*+]\s+)?(?:(?:\*\*)?[^\s:：*.!?。！？][^:：.!?。！？]{0,30}[:：](?:\*\*)?(?:\s|\p{L}|$)|\[[^\]]{2,}\]\s|\S+\s+\[\[[^\]]*\]\]\s*$)/u

const sentenceEnd = /[.!?…؟।॥။。！？｡．]["'”’»)\]*_`」』》】）]*$/u

/** The first sentence of each section as a question. */
export const findOpenings: FindCandidates = function* (note) {
  const openings = openingParagraphs(note).flatMap((paragraph) => openingSentence(note, paragraph))
  for (const { source, stretches } of arbitraryOrder(openings, (each) => each.source).slice(0, mostTried)) {
    const text = plainText(source)
    const length = wordForms(text).length
    const isTelling = tellingWords(text).length >= fewestSentenceTellingWords
    if (isTelling && length >= fewestSentenceWords && length <= mostSentenceWords)
      yield { kind: 'opening sentence', text, stretches }
  }
}

const fewestTerms = 3

const mostTerms = 4

const shortestTerm = 3

const longestTerm = 40

/** A word is rare that stands in no more notes than this, or in no larger share of them. */
const rareNotes = 3

const rareShare = 0.05

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/** The three or four rarest words of a sentence as a question. */
export const findRareTerms: FindCandidates = function* (note, collection) {
  for (const { source, stretches } of sentencesToTry(note)) {
    const terms = isWhole(source) ? rareTerms(plainText(source), note, collection) : []
    if (terms.length >= fewestTerms) yield { kind: 'rare terms', text: terms.join(' '), stretches }
  }
}

/** A number that a text always has, and that says nothing about it. */
export function arbitraryNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

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

/**
 * Items in an order that has nothing to do with where they stand, so that the first of them are a fair sample; always
 * the same for the same texts, and with few changes where few texts change.
 */
function arbitraryOrder<Item>(items: readonly Item[], textOf: (item: Item) => string): Item[] {
  const numbered = items.map((item) => ({ item, number: arbitraryNumber(textOf(item)) }))
  return numbered.toSorted((a, b) => a.number - b.number).map(({ item }) => item)
}
