import type { Query, Parsed } from './parse.js'
import type { WordEvidence } from '@recallite/keyword/ranking'
import { reasonOf } from '../../errors.js'
import type { RetrieverName, RetrieverState } from '../answer.js'
import type { CosineScale } from '../confidence.js'

/** What all retrievers found. */
export interface Retrieved {
  /** The query after spelling correction. */
  readonly query: Query
  /** One for each retriever, in their order. */
  readonly retrievals: readonly Retrieval[]
}

/** Asks all retrievers at once, each shielded from the others' failure. */
export async function retrieve(parsed: Parsed, retrievers: readonly Retriever[]): Promise<Retrieved> {
  const { query } = parsed
  const ask = (retriever: Retriever, corrected: Promise<Query>) => retrieveBy(retriever, parsed, corrected)
  const readers = retrievers.filter(({ readsTerms }) => readsTerms)
  const reading = new Map(readers.map((retriever) => [retriever, ask(retriever, Promise.resolve(query))]))
  const corrected = Promise.all(reading.values()).then((retrievals) => queryOf(retrievals) ?? query)
  const retrievals = await Promise.all(
    retrievers.map((retriever) => reading.get(retriever) ?? ask(retriever, corrected)),
  )
  return { query: await corrected, retrievals }
}

/** What was retrieved, as if only the retrievers that have a weight had been asked. */
export function retrievedByWeight({ query, settings }: Parsed, { retrievals }: Retrieved): Retrieved {
  const asked = retrievals.filter(({ retriever }) => settings.weights[retriever.name] > 0)
  return { query: queryOf(asked) ?? query, retrievals: asked }
}

function queryOf(retrievals: readonly Retrieval[]): Query | undefined {
  return retrievals.find((retrieval) => retrieval.query)?.query
}

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

interface Retrieval extends Found {
  readonly retriever: Retriever
  readonly state: RetrieverState
  readonly reasons: readonly string[]
  /** In milliseconds. */
  readonly time: number
}

/** Asks a retriever, and turns any failure into a state and a reason. */
async function retrieveBy(retriever: Retriever, parsed: Parsed, corrected: Promise<Query>) {
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
export function hasAnswered({ state }: Pick<Retrieval, 'state'>): boolean {
  return state === 'ok' || state === 'empty'
}

/** What fusion reads of a retrieval: the scores of all retrievers' candidates, and which of them it found itself. */
export interface ScoredRetrieval extends Pick<Retrieval, 'state' | 'scale'> {
  readonly retriever: Pick<Retriever, 'name' | 'minimum'>
  readonly candidates: readonly Pick<Candidate, 'id'>[]
  /** By item; those that it cannot score are left out. */
  readonly scores: ReadonlyMap<string, RetrieverScore>
}

/** A retriever's scores of all retrievers' candidates. */
export interface CompleteRetrieval extends Retrieval, Pick<ScoredRetrieval, 'scores'> {}

/** All retrievers' scores of all candidates. */
export interface Completed extends Retrieved {
  readonly retrievals: readonly CompleteRetrieval[]
}

/** Asks each retriever for its score of what only the others found: one look-up each. */
export async function complete({ query, retrievals }: Retrieved): Promise<Completed> {
  const ids = [...new Set(retrievals.flatMap(({ candidates }) => candidates.map(({ id }) => id)))]
  return { query, retrievals: await Promise.all(retrievals.map((retrieval) => completeOne(retrieval, ids))) }
}

/** If the look-up fails, only what the retriever found has its score, and the answer reports why. */
async function completeOne(retrieval: Retrieval, ids: readonly string[]): Promise<CompleteRetrieval> {
  const { retriever, candidates, reasons } = retrieval
  const found = new Map<string, RetrieverScore>(candidates.map(({ id, ...score }) => [id, score]))
  const rest = ids.filter((id) => !found.has(id))
  try {
    const scored = rest.length > 0 ? await retrieval.score(rest) : []
    const scores = new Map([...found, ...scored])
    const hasMissing = retriever.name === 'vector' && hasAnswered(retrieval) && scores.size < ids.length
    return { ...retrieval, scores, reasons: hasMissing ? [...reasons, missingVectors] : reasons }
  } catch (error) {
    return { ...retrieval, scores: found, reasons: [...reasons, reasonOf(error)] }
  }
}

const missingVectors = "some of the candidates have no vector yet: run 'recallite index' with the model"
