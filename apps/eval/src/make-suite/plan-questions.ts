import { arbitraryNumber, findCandidates, questionKinds, type Candidate } from './candidates.js'
import {
  contentWords,
  countEach,
  readCollection,
  readNote,
  readWords,
  remainderOf,
  type Collection,
  type Note,
  type NoteFile,
  type Remainder,
} from './note.js'
import { overlap, type Stretch } from './sentences.js'

/** Questions about files, and what must be cut out of the files, by path, so that they are not found by the very words. */
export type QuestionPlan = ReturnType<typeof planQuestions>

/** A question that one file answers, by its path. */
export type Question = QuestionPlan['questions'][number]

/** A file that would keep fewer words gives no more questions. */
const fewestWordsKept = 40

/**
 * Makes known-item questions of files: a heading, the first sentence of a section, the rare words of a sentence, each
 * cut out of the file that it asks for. The same files give the same questions, in the order of their paths.
 * @param perFile the most questions about one file
 */
export function planQuestions(files: readonly NoteFile[], perFile: number) {
  const notes = files.map((file) => readNote(file)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const collection = readCollection(notes)
  const removals = new Map<string, readonly Stretch[]>()
  const questions = notes.flatMap((note) => {
    const { path } = note
    const chosen = chooseQuestions(note, collection, perFile)
    const cut = chosen.flatMap(({ stretches }) => stretches)
    if (chosen.length > 0) removals.set(path, cut)
    return chosen.map(({ kind, text }, index) => ({ id: `${path}#${index + 1}`, kind, text, path }))
  })
  return { questions: withoutTwins(questions), removals }
}

/** Leaves out questions of the same text, since each would have several answers. */
function withoutTwins<Item extends { readonly text: string }>(questions: readonly Item[]): Item[] {
  const forms = questions.map(({ text }) => readWords(text).form)
  const counts = countEach(forms)
  return questions.filter((_, index) => counts.get(forms[index] ?? '') === 1)
}

/**
 * Chooses up to `perFile` questions, kind by kind. Leaves out a question if another note contains all its content
 * words, since that note might answer it as well.
 */
function chooseQuestions(note: Note, collection: Collection, perFile: number): Candidate[] {
  const queues = kindsFor(note).map((kind) => findCandidates(kind, note, collection))
  const asked: Candidate[] = []
  const isWanted = (candidate: Candidate) =>
    collection.frequencyOf(contentWords(candidate.text)) <= 1 && canBeAsked(note, asked, candidate)
  while (asked.length < perFile) {
    const queue = queues.shift()
    if (!queue) break
    let next = queue.next()
    while (!next.done && !isWanted(next.value)) next = queue.next()
    if (next.done) continue
    asked.push(next.value)
    queues.push(queue)
  }
  return asked
}

/** Changes the first kind from note to note, so that fewer questions than kinds are not all of one kind. */
function kindsFor(note: Note) {
  const first = arbitraryNumber(note.path) % questionKinds.length
  return [...questionKinds.slice(first), ...questionKinds.slice(0, first)]
}

function canBeAsked(note: Note, asked: readonly Candidate[], candidate: Candidate): boolean {
  const taken = asked.flatMap(({ stretches }) => stretches)
  if (candidate.stretches.some((stretch) => taken.some((other) => overlap(stretch, other)))) return false
  const remainder = remainderOf(note, [...taken, ...candidate.stretches])
  if (remainder.length < fewestWordsKept) return false
  return [...asked, candidate].every((each) => isHeldOut(each, remainder))
}

/** Whether the rest of the note has all the rare terms; lacks the sentence; or lacks the heading but has one of its words. */
function isHeldOut({ kind, text }: Candidate, { form, counts }: Remainder): boolean {
  const words = contentWords(text)
  if (kind === 'rare terms') return words.every((word) => counts.has(word))
  if (kind === 'heading' && !words.some((word) => counts.has(word))) return false
  return !form.includes(readWords(text).form)
}
