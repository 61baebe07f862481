import type { WordEvidence } from '@recallite/keyword/ranking'
import type { SearchFilter, Store } from '@recallite/store'
import type { RetrieverState, ResultKind } from '../answer.js'
import type { CosineScale } from '../confidence.js'
import type { Query } from '../query.js'

/**
 * A way to find items and to score them. The keyword and the vector retriever are built in; `createMemory({ retrievers })` adds
 * others, whose candidates and scores reach every fusion strategy. Any method may reject: the other retrievers answer without
 * it, and the reason is a line of `degraded`.
 */
export interface Retriever<Prepared = unknown, Result extends Found = Found> {
  readonly specificationVersion: 'v1'
  /** Unique, such as `file-name`; names the retriever in weights, contributions, timings and explanations. */
  readonly name: string
  /** The kinds of results that it finds. */
  readonly kinds: readonly ResultKind[]
  /** The lowest score that it could give in theory; default 0. */
  readonly minimum?: number | undefined
  /**
   * Its weight in every fusion strategy unless the search sets another one, from 0; with 0 it only adds candidates. Default 0.
   * The built-in retrievers have none: theirs is part of the strategy.
   */
  readonly weight?: number | undefined
  /** What is added to the weight for a query that consists of names only, and a share of it for a share of names; default 0. */
  readonly nameWeight?: number | undefined
  /** Whether its `find` may return a corrected query, which other retrievers wait for; default false. */
  readonly correctsQuery?: boolean | undefined
  /** Prepares for a query, once per search for all kinds; its result is `prepared` of each request. */
  prepare?(query: Query, options: { readonly signal?: AbortSignal | undefined }): Promise<Prepared>
  /** Finds candidates of one kind. */
  find(request: RetrievalRequest<Prepared>): Promise<Result>
  /**
   * Scores any items of the kind, also those that it did not find. Those that it cannot score are left out.
   * @param found what `find` resolved to for this request
   */
  score(
    ids: readonly string[],
    request: RetrievalRequest<Prepared>,
    found: Result,
  ): Promise<ReadonlyMap<string, RetrieverScore>>
  /** Which part of the text of each item (UTF-16 units) it finds nearest, for snippets. */
  nearest?(
    ids: readonly string[],
    request: RetrievalRequest<Prepared>,
  ): Promise<ReadonlyMap<string, TextPart>>
}

/** What a retriever is asked. */
export interface RetrievalRequest<Prepared = unknown> {
  readonly kind: ResultKind
  /** Holds the documents of this kind. */
  readonly store: Store
  /** Those of the other kinds of this search: a word that one of them contains is spelled right. */
  readonly otherStores: readonly Store[]
  readonly query: Query
  /** Candidates must pass it. For a retriever that corrects the query it leaves out the terms that the query requires. */
  readonly filter: SearchFilter | undefined
  /** Max number of candidates. */
  readonly limit: number
  /** Whether terms that no chunk contains may be corrected. */
  readonly mayCorrect: boolean
  /** What `prepare` resolved to; undefined without it. */
  readonly prepared: Prepared
  /** Aborting it ends the search. */
  readonly signal?: AbortSignal | undefined
}

/** An item's score by one retriever. */
export interface RetrieverScore {
  /** The retriever's own score, finite; higher is better. */
  readonly score: number
  /** If the retriever reads words: what they show about the item, which confidence is computed from. */
  readonly evidence?: WordEvidence | undefined
  /** If the retriever compares vectors: the cosine similarity, which confidence is computed from. */
  readonly cosine?: number | undefined
}

/** An item that a retriever found. */
export interface Candidate extends RetrieverScore {
  /** The id of a chunk in the store of the request. */
  readonly id: string
}

/** What a retriever found. */
export interface Found {
  /** Best first, equal scores by id, each id once. */
  readonly candidates: readonly Candidate[]
  /** `off` if the retriever turned out to be unusable, `failed` if it could not answer. Default: `ok`, or `empty` without candidates. */
  readonly state?: RetrieverState | undefined
  /** What does not work as it should. */
  readonly reasons?: readonly string[] | undefined
  /** Reported if some candidates of other retrievers have no score. */
  readonly missingReason?: string | undefined
  /** The query as it was searched for in the end, from a retriever that corrects it. */
  readonly query?: Query | undefined
  /** What the cosines mean, from a retriever that compares vectors. */
  readonly scale?: CosineScale | undefined
  /** The model that embedded the query, if one did; `time` in milliseconds includes loading it. */
  readonly embedded?: { readonly provider: string; readonly model: string; readonly time: number } | undefined
}

/** A part of a text, in UTF-16 units; `to` is after its end. */
export interface TextPart {
  readonly from: number
  readonly to: number
}

/** What `find` resolves to if the retriever cannot be used (`off`) or could not answer (`failed`). */
export function foundNothing(state: 'off' | 'failed', reasons: readonly string[]): Found {
  return { candidates: [], state, reasons }
}
