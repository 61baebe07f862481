import { arbitraryNumber, findCandidates, foundKinds } from './candidates.js'
import type { Candidate, FoundKind, QuestionKind } from './candidates.js'
import { contentWords, countEach, readCollection, readNote, readWords, remainderOf } from './note.js'
import type { Collection, Note, NoteFile, Remainder } from './note.js'
import { overlap, type Stretch } from './sentences.js'

/** Questions, and the stretches to cut out of each file, by path. */
export interface QuestionPlan {
  readonly questions: readonly Question[]
  readonly removals: ReadonlyMap<string, readonly Stretch[]>
}

/** A question and the path of the file that answers it. */
export interface Question {
  readonly id: string
  readonly kind: QuestionKind
  readonly text: string
  readonly path: string
}

/** A file must have this many words left after the cuts. */
const minRemainingWords = 40

/**
 * Makes known-item questions: a heading, the first sentence of a section, or the rare words of a sentence, each cut out of its
 * file. The same files always yield the same questions, sorted by path.
 * @param perFile maximum number of questions per file
 * @param kinds default: all
 */
export function planQuestions(
  files: readonly NoteFile[],
  perFile: number,
  kinds: readonly FoundKind[] = foundKinds,
): QuestionPlan {
  const notes = files.map((file) => readNote(file)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const collection = readCollection(notes)
  const removals = new Map<string, readonly Stretch[]>()
  const questions = notes.flatMap((note) => {
    const { path } = note
    const chosen = chooseQuestions(note, collection, { perFile, kinds })
    const cut = chosen.flatMap(({ stretches }) => stretches)
    if (chosen.length > 0) removals.set(path, cut)
    return chosen.map(({ kind, text }, index) => ({ id: `${path}#${index + 1}`, kind, text, path }))
  })
  return { questions: withoutTwins(questions), removals }
}

/** Leaves out questions with equal texts, because they would have several answers. */
export function withoutTwins<Item extends { readonly text: string }>(questions: readonly Item[]): Item[] {
  const forms = questions.map(({ text }) => readWords(text).form)
  const counts = countEach(forms)
  return questions.filter((_, index) => counts.get(forms[index] ?? '') === 1)
}

/** Chooses questions, kind by kind. Skips those whose content words are all in another note, which might answer too. */
function chooseQuestions(
  note: Note,
  collection: Collection,
  { perFile, kinds }: { readonly perFile: number; readonly kinds: readonly FoundKind[] },
): Candidate[] {
  const chosen: Candidate[] = []
  const isSuitable = (candidate: Candidate) =>
    collection.frequencyOf(contentWords(candidate.text)) <= 1 && canBeAdded(note, chosen, candidate)
  const queues = kindsFor(note, kinds).map((kind) =>
    findCandidates(kind, note, collection).filter(isSuitable),
  )
  while (chosen.length < perFile) {
    const queue = queues.shift()
    if (!queue) break
    const next = queue.next()
    if (next.done) continue
    chosen.push(next.value)
    queues.push(queue)
  }
  return chosen
}

/** Varies the first kind from note to note, so that a few questions per note are not all of one kind. */
function kindsFor(note: Note, kinds: readonly FoundKind[]): FoundKind[] {
  const first = arbitraryNumber(note.path) % kinds.length
  return [...kinds.slice(first), ...kinds.slice(0, first)]
}

function canBeAdded(note: Note, chosen: readonly Candidate[], candidate: Candidate): boolean {
  const cut = chosen.flatMap(({ stretches }) => stretches)
  if (candidate.stretches.some((stretch) => cut.some((other) => overlap(stretch, other)))) return false
  const remainder = remainderOf(note, [...cut, ...candidate.stretches])
  if (remainder.length < minRemainingWords) return false
  return [...chosen, candidate].every((each) => isHeldOut(each, remainder))
}

/** Whether the rest of the note still has all rare terms; or no longer has the sentence; or has a word of the heading, but not the heading. */
function isHeldOut({ kind, text }: Candidate, { form, counts }: Remainder): boolean {
  const words = contentWords(text)
  if (kind === 'rare terms') return words.every((word) => counts.has(word))
  if (kind === 'heading' && !words.some((word) => counts.has(word))) return false
  return !form.includes(readWords(text).form)
}
