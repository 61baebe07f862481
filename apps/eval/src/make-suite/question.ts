import type { Collection } from './collection.js'
import type { Note } from './note.js'
import type { Stretch } from './stretch.js'

/** What a question is made of. */
export const questionKinds = ['heading', 'opening sentence', 'rare terms'] as const

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

/** More than that are not looked at: a file of thousands of sections gives a few questions like any other. */
export const mostTried = 50
