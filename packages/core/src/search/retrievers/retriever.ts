import type { WordEvidence } from '@recallite/keyword-ranking'
import { reasonOf } from '../../reason-of.js'
import type { RetrieverName, RetrieverState } from '../answer.js'
import type { CosineScale } from '../cosine-scale.js'
import type { Query } from '../query.js'
import type { Parsed } from '../stages/parse.js'

/** One way to find items. A third one joins the array in `search.ts`; no stage knows how many there are. */
export interface Retriever {
  readonly name: RetrieverName
  /** The least score that it could give in theory. */
  readonly minimum: number
  /** Whether it searches for the query's terms, and so may correct them; others may wait for the corrected query. */
  readonly readsTerms: boolean
  /**
   * Finds candidates. May reject with any error: the other retrievers answer without it.
   * @param corrected the query after spelling correction; resolves at once for retrievers that read terms
   */
  find(parsed: Parsed, corrected: Promise<Query>): Promise<Found>
}

/** An item's score by one retriever. */
export interface RetrieverScore {
  /** The retriever's own score; higher is better. */
  readonly score: number
  /** What the words say, if the retriever reads them. */
  readonly evidence?: WordEvidence | undefined
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
  /** Where in the texts of items (UTF-16 units) the parts are that the retriever finds nearest. May reject. */
  readonly nearest?:
    | ((
        ids: readonly string[],
      ) => Promise<ReadonlyMap<string, { readonly from: number; readonly to: number }>>)
    | undefined
  /** `off` if the retriever turned out not to be usable, `failed` if it could not answer. */
  readonly state?: RetrieverState | undefined
  /** What does not work as it should, whatever the state. */
  readonly reasons?: readonly string[]
  /** The query as the retriever searched for it in the end, if it reads terms. */
  readonly query?: Query | undefined
  /** What its cosines mean, if its scores are cosines. */
  readonly scale?: CosineScale | undefined
  /** The model that embedded the query, if one did; `time` in milliseconds includes loading it. */
  readonly embedded?: { readonly provider: string; readonly model: string; readonly time: number } | undefined
}

/** What came of asking a retriever. */
export interface Retrieval extends Found {
  readonly retriever: Retriever
  readonly state: RetrieverState
  readonly reasons: readonly string[]
  /** In milliseconds. */
  readonly time: number
}

/** Asks a retriever, and turns any failure into a state and a reason. */
export async function retrieveBy(retriever: Retriever, parsed: Parsed, corrected: Promise<Query>) {
  const start = performance.now()
  let found: Found
  try {
    found = await retriever.find(parsed, corrected)
  } catch (error) {
    found = foundNothing('failed', [reasonOf(error)])
  }
  const { state = found.candidates.length > 0 ? 'ok' : 'empty', reasons = [] } = found
  return { retriever, ...found, state, reasons, time: performance.now() - start } satisfies Retrieval
}

/** What a retriever returns that cannot be asked (`off`) or could not answer (`failed`). */
export function foundNothing(state: 'off' | 'failed', reasons: readonly string[]) {
  return { candidates: [], score: async () => new Map<string, RetrieverScore>(), state, reasons }
}

/** Whether a retriever was asked and answered, with candidates or without. */
export function hasAnswered({ state }: Retrieval): boolean {
  return state === 'ok' || state === 'empty'
}
