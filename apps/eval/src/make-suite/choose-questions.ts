import { arbitraryNumber } from './arbitrary-order.js'
import type { Collection } from './collection.js'
import { findHeadings } from './heading-candidates.js'
import { remainderOf, type Note, type Remainder } from './note.js'
import { findOpenings } from './opening-candidates.js'
import { questionKinds, type Candidate, type FindCandidates, type QuestionKind } from './question.js'
import { findRareTerms } from './rare-term-candidates.js'
import { overlap } from './stretch.js'
import { comparableForm, tellingWords } from './words.js'

/** A file of which less would stay gives no more questions. */
const fewestWordsKept = 40

const finders: Readonly<Record<QuestionKind, FindCandidates>> = {
  heading: findHeadings,
  'opening sentence': findOpenings,
  'rare terms': findRareTerms,
}

/**
 * Whether what stays of the note does not hold the question itself, but can be found by it: all rare terms stand there,
 * and a word of a heading, which else ("Open points") would say nothing about the file.
 */
function isHeldOut({ kind, text }: Candidate, { form, counts }: Remainder): boolean {
  const telling = tellingWords(text)
  if (kind === 'rare terms') return telling.every((word) => counts.has(word))
  if (kind === 'heading' && !telling.some((word) => counts.has(word))) return false
  return !form.includes(comparableForm(text))
}

function canBeAsked(note: Note, asked: readonly Candidate[], candidate: Candidate): boolean {
  const taken = asked.flatMap(({ stretches }) => stretches)
  if (candidate.stretches.some((stretch) => taken.some((other) => overlap(stretch, other)))) return false
  const remainder = remainderOf(note, [...taken, ...candidate.stretches])
  if (remainder.length < fewestWordsKept) return false
  return [...asked, candidate].every((each) => isHeldOut(each, remainder))
}

function firstOf(
  queue: Iterator<Candidate>,
  isWanted: (candidate: Candidate) => boolean,
): Candidate | undefined {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    if (isWanted(next.value)) return next.value
  }
  return undefined
}

/** The kinds, one of them first by turns from note to note: fewer questions than kinds are not all of one kind. */
function kindsFor(note: Note): QuestionKind[] {
  const first = arbitraryNumber(note.path) % questionKinds.length
  return [...questionKinds.slice(first), ...questionKinds.slice(0, first)]
}

/**
 * Up to so many questions about a note, kind by kind. None is asked of which another note holds all telling words: it
 * might be as good an answer.
 */
export function chooseQuestions(note: Note, collection: Collection, perFile: number): Candidate[] {
  const queues = kindsFor(note).map((kind) => finders[kind](note, collection)[Symbol.iterator]())
  const asked: Candidate[] = []
  const isWanted = (candidate: Candidate) =>
    collection.frequencyOf(tellingWords(candidate.text)) <= 1 && canBeAsked(note, asked, candidate)
  while (asked.length < perFile) {
    const queue = queues.shift()
    if (!queue) break
    const question = firstOf(queue, isWanted)
    if (!question) continue
    asked.push(question)
    queues.push(queue)
  }
  return asked
}
