import type { Reranker } from '@recallite/rerankers'

/** A place where texts can be reranked, and how to open its model. */
export interface RerankerBackend {
  /** As in the identity of its model. */
  readonly provider: string
  /** As in the identity of its model. */
  readonly model: string
  /** Where texts are sent; null where they stay on this machine. Texts of documents that look like secrets are sent nowhere. */
  readonly host: string | null
  /** Why it cannot answer now, as far as that is known without opening it: its file or its key is missing. Never throws. */
  readonly obstacle?: (() => string | undefined) | undefined
  /** Opens its model; aborting the signal ends the attempt. Rejects with RerankError. */
  readonly open: (signal: AbortSignal) => Promise<Reranker>
  /** Whether its model is open already and cannot be opened again, so that it is not released for being idle. */
  readonly isInHand?: boolean | undefined
}

/** The backend to an open reranker. Its texts count as staying on this machine unless `host` is set. */
export function rerankerBackendFor(
  reranker: Reranker,
  { host = null }: { host?: string | null } = {},
): RerankerBackend {
  return { ...reranker.identity, host, open: () => Promise.resolve(reranker), isInHand: true }
}
