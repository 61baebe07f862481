import { reasonOf } from '../../errors.js'
import type { RetrieverState, ResultKind } from '../answer.js'
import {
  type Found,
  foundNothing,
  type RetrievalRequest,
  type Retriever,
  type RetrieverScore,
  type TextPart,
} from '../retrievers/retriever.js'
import type { SearchSettings } from '../search-options.js'
import type { SearchedKind } from '../searched-kind.js'
import type { Parsed } from './parse.js'
import { type Query, withRequiredTerms } from '../query.js'

/** The output of all retrievers. */
export interface Retrieved {
  /** The query of each kind after spelling correction. */
  readonly queries: ReadonlyMap<ResultKind, Query>
  /** One for each retriever and kind, kind by kind. */
  readonly retrievals: readonly Retrieval[]
}

/** The output of one retriever for one kind. */
export interface Retrieval extends Found {
  readonly kind: ResultKind
  readonly retriever: Retriever
  readonly state: RetrieverState
  readonly reasons: readonly string[]
  /** In milliseconds. */
  readonly time: number
  /** Scores any items; none if the retriever did not answer. May reject. */
  readonly score: (ids: readonly string[]) => Promise<ReadonlyMap<string, RetrieverScore>>
  /** Returns the nearest part of each text. May reject. */
  readonly nearest?: ((ids: readonly string[]) => Promise<ReadonlyMap<string, TextPart>>) | undefined
}

interface Retrieving {
  readonly kinds: readonly SearchedKind[]
  readonly retrievers: readonly Retriever[]
  /** Whether retrievers that are switched off run too. */
  readonly runsAll?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** Runs all retrievers at the same time for each kind; if one fails, the others still answer. */
export async function retrieve(parsed: Parsed, retrieving: Retrieving): Promise<Retrieved> {
  const prepare = prepareOnce(parsed.query, retrieving.signal)
  const retrieved = retrieving.kinds.map((searched) =>
    retrieveKind(parsed, { ...retrieving, searched, prepare }),
  )
  const all = await Promise.all(retrieved)
  return {
    queries: new Map(all.map(({ kind, query }) => [kind, query])),
    retrievals: all.flatMap(({ retrievals }) => retrievals),
  }
}

/** Removes the output of retrievers that are switched off. */
export function retrievedByWeight(
  { query }: Parsed,
  { retrievals }: Retrieved,
  kinds: readonly SearchedKind[],
): Retrieved {
  const settings = new Map(kinds.map((searched) => [searched.kind, searched.settings]))
  const active = retrievals.filter(({ kind, retriever }) => isActive(retriever, settings.get(kind)))
  const queryOfKind = (kind: ResultKind) => queryOf(active.filter((each) => each.kind === kind)) ?? query
  return { queries: new Map(kinds.map(({ kind }) => [kind, queryOfKind(kind)])), retrievals: active }
}

/** A retriever's weight in a search before it depends on the query. */
export function weightOf({ name, weight = 0 }: NamedRetriever, { weights }: Pick<SearchSettings, 'weights'>) {
  return weights[name] ?? weight
}

type NamedRetriever = Pick<Retriever, 'name' | 'weight'>

/** A weight of 0 switches a built-in retriever off; others still add candidates. */
function isActive(retriever: NamedRetriever, settings: SearchSettings | undefined): boolean {
  return retriever.weight !== undefined || (settings !== undefined && weightOf(retriever, settings) > 0)
}

/** Whether a retriever adds candidates even if its weight is 0. */
export function addsCandidates({ weight }: NamedRetriever): boolean {
  return weight !== undefined
}

type Prepare = (retriever: Retriever) => Promise<unknown>

/** Each retriever prepares once for all kinds. */
function prepareOnce(query: Query, signal: AbortSignal | undefined): Prepare {
  const prepared = new Map<string, Promise<unknown>>()
  return (retriever) => {
    const preparing = prepared.get(retriever.name) ?? Promise.resolve(retriever.prepare?.(query, { signal }))
    prepared.set(retriever.name, preparing)
    return preparing
  }
}

interface KindRetrieving extends Retrieving {
  readonly searched: SearchedKind
  readonly prepare: Prepare
}

async function retrieveKind(
  parsed: Parsed,
  { searched, kinds, prepare, retrievers, runsAll, signal }: KindRetrieving,
) {
  const { query } = parsed
  const { kind, store, settings } = searched
  const active = retrievers.filter(
    (retriever) => retriever.kinds.includes(kind) && (runsAll || isActive(retriever, settings)),
  )
  const filter = parsed.filters.get(kind)
  const { candidates: limit, correctSpelling: mayCorrect } = settings
  const otherStores = kinds.filter((each) => each !== searched).map((each) => each.store)
  const request = { kind, store, otherStores, query, filter, limit, mayCorrect, signal }
  const run = (retriever: Retriever, corrected: Promise<Query>) =>
    retrieveBy(retriever, request, { corrected, prepare })
  const correctors = active.filter(({ correctsQuery }) => correctsQuery)
  const correcting = new Map(correctors.map((each) => [each, run(each, Promise.resolve(query))]))
  const corrected = Promise.all(correcting.values()).then((retrievals) => queryOf(retrievals) ?? query)
  const retrievals = active.map((retriever) => correcting.get(retriever) ?? run(retriever, corrected))
  return { kind, query: await corrected, retrievals: await Promise.all(retrievals) }
}

function queryOf(retrievals: readonly Retrieval[]): Query | undefined {
  return retrievals.find((retrieval) => retrieval.query)?.query
}

/** Runs a retriever, and turns any failure into a state and a reason. */
async function retrieveBy(
  retriever: Retriever,
  base: Omit<RetrievalRequest, 'prepared'>,
  { corrected, prepare }: { readonly corrected: Promise<Query>; readonly prepare: Prepare },
): Promise<Retrieval> {
  const start = performance.now()
  let request: RetrievalRequest = { ...base, prepared: undefined }
  let found: Found
  try {
    request = { ...request, prepared: await prepare(retriever) }
    // Do not wait for the corrected query unless it has required terms.
    if (!retriever.correctsQuery && base.query.required)
      request = { ...request, filter: withRequiredTerms(base.filter, await corrected) }
    found = await retriever.find(request)
    assertValid(found)
  } catch (error) {
    found = foundNothing('failed', [reasonOf(error)])
  }
  const { state = found.candidates.length > 0 ? 'ok' : 'empty', reasons = [] } = found
  const answers = hasAnswered({ state })
  return {
    ...found,
    kind: base.kind,
    retriever,
    state,
    reasons,
    time: performance.now() - start,
    score: async (ids) => (answers ? retriever.score(ids, request, found) : new Map()),
    nearest:
      answers && retriever.nearest
        ? async (ids) => retriever.nearest?.(ids, request) ?? new Map()
        : undefined,
  }
}

/** Fusion would reject the whole search. */
function assertValid({ candidates }: Found): void {
  const ids = new Set(candidates.map(({ id }) => id))
  if (ids.size === candidates.length && candidates.every(({ score }) => Number.isFinite(score))) return
  throw new TypeError('it returned a candidate twice, or a score that is not a finite number')
}

/** Whether a retriever ran and answered, with or without candidates. */
export function hasAnswered({ state }: Pick<Retrieval, 'state'>): boolean {
  return state === 'ok' || state === 'empty'
}

/** The input of fusion: the scores of all candidates of the kind, and which of them this retriever found. */
export interface ScoredRetrieval extends Pick<Retrieval, 'state' | 'scale'> {
  readonly retriever: Pick<Retriever, 'name' | 'minimum' | 'weight' | 'nameWeight'>
  readonly candidates: readonly { readonly id: string }[]
  readonly scores: ReadonlyMap<string, RetrieverScore>
}

/** A retriever's scores of all candidates of its kind. */
export interface CompleteRetrieval extends Retrieval, Pick<ScoredRetrieval, 'scores'> {}

/** All retrievers' scores of all candidates. */
export interface Completed extends Retrieved {
  readonly retrievals: readonly CompleteRetrieval[]
}

/** Adds each retriever's scores of candidates that only others found, with one request per retriever. */
export async function complete({ queries, retrievals }: Retrieved): Promise<Completed> {
  const completed = [...queries.keys()].flatMap((kind) => {
    const ofKind = retrievals.filter((retrieval) => retrieval.kind === kind)
    const ids = [...new Set(ofKind.flatMap(({ candidates }) => candidates.map(({ id }) => id)))]
    return ofKind.map((retrieval) => completeOne(retrieval, ids))
  })
  return { queries, retrievals: await Promise.all(completed) }
}

/** If scoring fails, only the retriever's own candidates have its score, and the answer reports why. */
async function completeOne(retrieval: Retrieval, ids: readonly string[]): Promise<CompleteRetrieval> {
  const { candidates, reasons, missingReason } = retrieval
  const found = new Map<string, RetrieverScore>(candidates.map(({ id, ...score }) => [id, score]))
  const rest = ids.filter((id) => !found.has(id))
  try {
    const scored = rest.length > 0 ? [...(await retrieval.score(rest))] : []
    const scores = new Map([...found, ...scored.filter(([, { score }]) => Number.isFinite(score))])
    const isMissing = missingReason !== undefined && scores.size < ids.length
    return { ...retrieval, scores, reasons: isMissing ? [...reasons, missingReason] : reasons }
  } catch (error) {
    return { ...retrieval, scores: found, reasons: [...reasons, reasonOf(error)] }
  }
}
