import { performance } from 'node:perf_hooks'
import { reasonOf } from '../../reason-of.js'
import type { RetrieverName, RetrieverState } from '../answer.js'
import type { Question } from '../question.js'
import type { ParsedQuery } from '../stages/parse.js'

/** One way to find items. A third one joins the array in `search.ts`; no stage knows how many there are. */
export interface Retriever {
  readonly name: RetrieverName
  /** The least score that it could give in theory. */
  readonly minimum: number
  /** Whether it reads the query's words, and so may correct them; others may wait for the corrected question. */
  readonly readsWords: boolean
  /**
   * Finds candidates.
   * @param corrected the question as it is after correction; resolves at once for retrievers that read words
   * @throws anything: the other retrievers answer without it
   */
  find(query: ParsedQuery, corrected: Promise<Question>): Promise<Found>
  /** Scores what others found where this retriever is switched off; only one whose scores cost little has this. */
  readonly scoreOthers?: ((query: ParsedQuery) => Found['score']) | undefined
}

/** An item's score by one retriever. */
export interface RetrieverScore {
  /** The retriever's own score; higher is better. */
  readonly score: number
  /** Query coverage, from 0 to 1, where the retriever can tell. */
  readonly coverage?: number | undefined
}

/** An item that a retriever found. */
export interface Candidate extends RetrieverScore {
  readonly id: string
}

/** What a retriever found. */
export interface Found {
  /** Best first, equal scores by id. */
  readonly candidates: readonly Candidate[]
  /** Scores any items; those that it cannot score are left out. May reject. */
  readonly score: (ids: readonly string[]) => Promise<ReadonlyMap<string, RetrieverScore>>
  /** Where the retriever turned out not to be usable (`off`), or could not answer (`failed`). */
  readonly state?: RetrieverState | undefined
  /** What is not as it should be, whatever the state. */
  readonly reasons?: readonly string[]
  /** The question as the retriever read it in the end, if it corrected words. */
  readonly question?: Question | undefined
  /** What embedded the query, if that was needed. */
  readonly embedded?: EmbeddedBy | undefined
}

/** The model that embedded a query. */
export interface EmbeddedBy {
  readonly provider: string
  readonly model: string
  /** In milliseconds, loading the model included. */
  readonly time: number
}

/** What came of asking a retriever. */
export interface Retrieval extends Found {
  readonly retriever: Retriever
  readonly state: RetrieverState
  readonly reasons: readonly string[]
  /** In milliseconds. */
  readonly time: number
}

/** Asks a retriever, and makes a state and a reason of whatever goes wrong with it. */
export async function retrieveBy(retriever: Retriever, ask: () => Promise<Found>): Promise<Retrieval> {
  const start = performance.now()
  const found = await shielded(ask)
  const { state = found.candidates.length > 0 ? 'ok' : 'empty', reasons = [] } = found
  return { retriever, ...found, state, reasons, time: performance.now() - start }
}

async function shielded(ask: () => Promise<Found>): Promise<Found> {
  try {
    return await ask()
  } catch (error) {
    return foundNothing('failed', [reasonOf(error)])
  }
}

/** A retriever found nothing, since it could not be asked or could not answer. */
export function foundNothing(state: 'off' | 'failed', reasons: readonly string[]): Found {
  return { candidates: [], score: async () => new Map(), state, reasons }
}

/** What comes of a retriever that is not asked. */
export function notAsked(retriever: Retriever, score: Found['score'] = async () => new Map()): Retrieval {
  return { retriever, candidates: [], score, state: 'off', reasons: [], time: 0 }
}

/** Whether a retriever was asked and answered, with candidates or without. */
export function hasAnswered({ state }: Retrieval): boolean {
  return state === 'ok' || state === 'empty'
}
