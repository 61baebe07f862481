import { chooseQuestions } from './choose-questions.js'
import { readCollection } from './collection.js'
import { readNote, type NoteFile } from './note.js'
import type { QuestionKind } from './question.js'
import type { Stretch } from './stretch.js'
import { comparableForm } from './words.js'

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
