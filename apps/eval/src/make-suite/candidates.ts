import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { contentWords, readWords, writtenWords, type Collection, type Note } from './note.js'
import type { Paragraph } from './outline.js'
import { isWhole, plainText, sentencesOf, type Sentence, type Stretch } from './sentences.js'

/** The kind of a question: what it is made of. */
export type QuestionKind = keyof typeof finders

/** A question that a file may be asked for, and what must be cut out of the file then. */
export interface Candidate {
  readonly kind: QuestionKind
  readonly text: string
  readonly stretches: readonly Stretch[]
}

/** Limits the candidates of a file, so that a file of thousands of sections takes no longer than others. */
const mostTried = 50
const fewestHeadingWords = 2
const mostWords = 30
const fewestSentenceWords = 6
const fewestSentenceContentWords = 3
const fewestTerms = 3
const mostTerms = 4
const shortestTerm = 3
const longestTerm = 40

/** A word is rare if no more notes contain it than this, or no larger share of them. */
const rareNotes = 3
const rareShare = 0.05

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

/** `Status: done`, `- **Owner**: Ada`, `- [fact] Ada sails`, `- knows [[Ada]]`: the entry of a form, no sentence. */
const entry =
  /^\s*(?:[-*+]\s+)?(?:(?:\*\*)?[^\s:：*.!?。！？][^:：.!?。！？]{0,30}[:：](?:\*\*)?(?:\s|\p{L}|$)|\[[^\]]{2,}\]\s|\S+\s+\[\[[^\]]*\]\]\s*$)/u
const sentenceEnd = /[.!?…؟।॥။。！？｡．]["'”’»)\]*_`」』》】）]*$/u

/** By kind, the parts of a note that may be asked for, and the question that asks for one, if it can be asked. */
const finders = {
  heading: { sources: wholeHeadings, ask: askHeading },
  'opening sentence': { sources: openingSentences, ask: askOpening },
  'rare terms': { sources: furtherSentences, ask: askRareTerms },
}

/** Every kind of question. */
export const questionKinds = Object.keys(finders) as QuestionKind[]

/** Finds questions of a kind about a note, in the order in which to try them. */
export function* findCandidates(kind: QuestionKind, note: Note, collection: Collection) {
  const { sources, ask } = finders[kind]
  for (const { source, stretches } of sample(sources(note))) {
    const text = ask(source, note, collection)
    if (text !== undefined) yield { kind, text, stretches }
  }
}

/** A number from a text's hash: always the same, and without relation to the text's content. */
export function arbitraryNumber(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

function wholeHeadings({ headings }: Note): Sentence[] {
  return headings.filter(({ source }) => isWhole(source))
}

/** Leaves out headings whose words are all in the file's name, since the name would find the file. */
function askHeading(source: string, { path }: Note): string | undefined {
  const name = new Set(readWords(posix.basename(path)).words)
  const text = plainText(source)
  const words = contentWords(text)
  const isRepeated = words.every((word) => name.has(word))
  const isLong = readWords(text).words.length > mostWords
  return words.length < fewestHeadingWords || isLong || isRepeated ? undefined : text
}

function askOpening(source: string): string | undefined {
  const text = plainText(source)
  const { length } = readWords(text).words
  const hasContent = contentWords(text).length >= fewestSentenceContentWords
  return hasContent && length >= fewestSentenceWords && length <= mostWords ? text : undefined
}

function askRareTerms(source: string, note: Note, collection: Collection): string | undefined {
  const terms = isWhole(source) ? rareTerms(plainText(source), note, collection) : []
  return terms.length >= fewestTerms ? terms.join(' ') : undefined
}

/** All sentences but the first of each section, which is a question itself. */
function furtherSentences({ lines, paragraphs }: Note): Sentence[] {
  return paragraphs.flatMap(({ section, stretches }, index) => {
    const opensSection = paragraphs[index - 1]?.section !== section
    return sentencesOf(lines, stretches).slice(opensSection ? 1 : 0)
  })
}

/** Takes a sample in the order of the texts' hashes, so that a few changed texts change little of it. */
function sample(sources: readonly Sentence[]): Sentence[] {
  const numbered = sources.map((item) => ({ item, number: arbitraryNumber(item.source) }))
  const sorted = numbered.toSorted((a, b) => a.number - b.number)
  return sorted.slice(0, mostTried).map(({ item }) => item)
}

/** The first sentence of each section's first paragraph that is not the entry of a form. */
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
  // The items of lists often are sentences without a full stop.
  return sentenceEnd.test(first.source) || (isItem && sentences.length === 1) ? [first] : []
}

/** The rarest words of a text that also occur elsewhere in the note, in the order of the text. */
function rareTerms(text: string, note: Note, collection: Collection): string[] {
  const mostNotes = Math.max(rareNotes, collection.size * rareShare)
  const all = readWords(text).words
  const rarest = contentWords(text)
    .map((word, index) => ({ word, index, frequency: collection.frequencyOf([word]) }))
    .filter(({ word, frequency }) => isTerm(word) && frequency <= mostNotes)
    .filter(({ word }) => (note.counts.get(word) ?? 0) > all.filter((each) => each === word).length)
    .toSorted((a, b) => a.frequency - b.frequency || a.index - b.index)
    .slice(0, mostTerms)
  const written = writtenWords(text)
  return rarest.toSorted((a, b) => a.index - b.index).map(({ word }) => written.get(word) ?? word)
}

function isTerm(word: string): boolean {
  return word.length >= (unspaced.test(word) ? 2 : shortestTerm) && word.length <= longestTerm
}
