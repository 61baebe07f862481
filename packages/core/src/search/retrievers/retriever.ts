import type { WordEvidence } from '@recallite/keyword/ranking'
import type { SearchFilter, Store } from '@recallite/store'
import type { RetrieverState, ResultKind } from '../answer.js'
import type { CosineScale } from '../confidence.js'
import type { Query } from '../query.js'

/**
 * Finds and scores items. The keyword and the vector retriever are built in; `createMemory({ retrievers })` adds others. Any method
 * may reject: the other retrievers then answer without it, and `degraded` contains the reason.
 */
export interface Retriever<Prepared = unknown, Result extends Found = Found> {
  readonly specificationVersion: 'v1'
  /** Unique, such as `file-name`. */
  readonly name: string
  readonly kinds: readonly ResultKind[]
  /** The lowest possible score; default 0. */
  readonly minimum?: number | undefined
  /** The default weight in every fusion strategy; with 0 (default) it only adds candidates. Built-in retrievers have the strategy's. */
  readonly weight?: number | undefined
  /** Added to the weight, times the share of names among the query's words; default 0. */
  readonly nameWeight?: number | undefined
  /** Whether `find` may return a corrected query, which other retrievers wait for; default false. */
  readonly correctsQuery?: boolean | undefined
  /** Called once per search; its result is `prepared` of each request. */
  prepare?(query: Query, options: { readonly signal?: AbortSignal | undefined }): Promise<Prepared>
  /** Finds candidates of one kind. */
  find(request: RetrievalRequest<Prepared>): Promise<Result>
  /** Scores any items of the kind, after `find`; items that it cannot score are omitted. */
  score(
    ids: readonly string[],
    request: RetrievalRequest<Prepared>,
    found: Result,
  ): Promise<ReadonlyMap<string, RetrieverScore>>
  /** Returns the nearest part of each item's text, for snippets. */
  nearest?(
    ids: readonly string[],
    request: RetrievalRequest<Prepared>,
  ): Promise<ReadonlyMap<string, TextPart>>
}

/** The input of a retriever for one kind. */
export interface RetrievalRequest<Prepared = unknown> {
  readonly kind: ResultKind
  /** Contains the documents of this kind. */
  readonly store: Store
  /** Those of the other kinds of this search: a word that one of them contains is spelled right. */
  readonly otherStores: readonly Store[]
  readonly query: Query
  /** Candidates must match it. If the retriever corrects the query, it excludes the query's required terms. */
  readonly filter: SearchFilter | undefined
  /** The maximum number of candidates. */
  readonly limit: number
  /** Whether terms that no chunk contains may be corrected. */
  readonly mayCorrect: boolean
  /** The result of `prepare`; undefined without it. */
  readonly prepared: Prepared
  readonly signal?: AbortSignal | undefined
}

/** An item's score by one retriever. */
export interface RetrieverScore {
  /** Finite; higher is better. */
  readonly score: number
  /** From a retriever that reads words; an input of confidence. */
  readonly evidence?: WordEvidence | undefined
  /** From a retriever that compares vectors; an input of confidence. */
  readonly cosine?: number | undefined
}

/** An item that a retriever found. */
export interface Candidate extends RetrieverScore {
  /** The id of a chunk in the store of the request. */
  readonly id: string
}

/** The output of a retriever. */
export interface Found {
  /** Best first, equal scores by id, each id once. */
  readonly candidates: readonly Candidate[]
  /** `off` if the retriever cannot be used, `failed` if it could not answer. Default: `ok`, or `empty` without candidates. */
  readonly state?: RetrieverState | undefined
  /** Failures, for `degraded`. */
  readonly reasons?: readonly string[] | undefined
  /** Reported if candidates of other retrievers have no score. */
  readonly missingReason?: string | undefined
  /** The query after spelling correction. */
  readonly query?: Query | undefined
  /** From a retriever that compares vectors. */
  readonly scale?: CosineScale | undefined
  /** The model that embedded the query; `time` in milliseconds includes loading it. */
  readonly embedded?: { readonly provider: string; readonly model: string; readonly time: number } | undefined
}

/** A part of a text as UTF-16 offsets; `to` is exclusive. */
export interface TextPart {
  readonly from: number
  readonly to: number
}

/** The output of a retriever that is `off` or `failed`. */
export function foundNothing(state: 'off' | 'failed', reasons: readonly string[]): Found {
  return { candidates: [], state, reasons }
}
