import {
  type Candidate,
  type FindCandidates,
  type QuestionKind,
  arbitraryNumber,
  findHeadings,
  findOpenings,
  findRareTerms,
  questionKinds,
} from './candidates.js'
import {
  type Collection,
  type Note,
  type NoteFile,
  type Remainder,
  comparableForm,
  readCollection,
  readNote,
  remainderOf,
  tellingWords,
} from './note.js'
import { type Stretch, overlap } from './stretch.js'

/** A question to which one file is the answer. */
export interface Question {
  readonly id: string
  readonly text: string
  readonly kind: QuestionKind
  /** The file that answers. */
  readonly path: string
}

/** Questions about files, and what must be cut out of the files so that they are not found by their very words. */
export interface QuestionPlan {
  readonly questions: readonly Question[]
  /** By path; files that are not asked for have none. */
  readonly removals: ReadonlyMap<string, readonly Stretch[]>
}

/** A file of which less would stay gives no more questions. */
const fewestWordsKept = 40

const finders: Readonly<Record<QuestionKind, FindCandidates>> = {
  heading: findHeadings,
  'opening sentence': findOpenings,
  'rare terms': findRareTerms,
}

/**
 * Makes known-item questions of files: a heading, the first sentence of a section, the rare words of a sentence, each
 * cut out of the file that it asks for. The same files give the same questions, in the order of their paths.
 * @param perFile the most questions about one file
 */
export function planQuestions(files: readonly NoteFile[], perFile: number): QuestionPlan {
  const notes = files.map((file) => readNote(file)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const collection = readCollection(notes)
  const removals = new Map<string, readonly Stretch[]>()
  const questions = notes.flatMap((note): Question[] => {
    const chosen = chooseQuestions(note, collection, perFile)
    if (chosen.length > 0)
      removals.set(
        note.path,
        chosen.flatMap(({ stretches }) => stretches),
      )
    return chosen.map(({ kind, text }, place) => ({
      id: `${note.path}#${place + 1}`,
      kind,
      text,
      path: note.path,
    }))
  })
  return { questions: withoutTwins(questions), removals }
}

/** Which of two answers the same question asks for cannot be told: neither is asked. */
function withoutTwins(questions: readonly Question[]): Question[] {
  const counts = new Map<string, number>()
  for (const { text } of questions) {
    const form = comparableForm(text)
    counts.set(form, (counts.get(form) ?? 0) + 1)
  }
  return questions.filter(({ text }) => counts.get(comparableForm(text)) === 1)
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
function chooseQuestions(note: Note, collection: Collection, perFile: number): Candidate[] {
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
