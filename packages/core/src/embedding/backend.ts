import type { EmbeddingBatches, EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace, Space, Store } from '@recallite/store'

/** Opens a model; aborting the signal ends the attempt. Rejects with EmbeddingError. */
export type OpenModel = (signal: AbortSignal) => Promise<EmbeddingModel>

/** A configured way to embed texts, and how to open its model. Provider and model are those of the model's identity. */
export interface EmbeddingBackend {
  readonly provider: string
  readonly model: string
  /** A description from which the backend can be recreated; stored with its vectors, so it contains no secrets. */
  readonly source: string
  /** Whether another source describes the same model, for example after its file was moved; default: never. */
  readonly isSame?: ((source: string) => boolean) | undefined
  /** Where texts are sent; null if they stay on this machine. */
  readonly host: string | null
  /** Whether queries may be sent to this host because a local model failed; default false. */
  readonly mayReplaceLocal?: boolean | undefined
  /**
   * When this backend embeds documents as a fallback: only after hosted backends failed, after any backend failed, or never.
   * By default it does so after hosted ones, if its space already has vectors.
   */
  readonly takesDocuments?: 'after-hosted' | 'after-any' | 'never' | undefined
  /** Why the model cannot be opened, such as a missing file or key; undefined if no obstacle is known. Never throws. */
  readonly obstacle?: (() => string | undefined) | undefined
  /** Opens its model, once. The memory checks its answers and retries its requests. */
  readonly open: OpenModel
  /** Deadline of one request of an index run, in milliseconds; default: the model's own limit. */
  readonly requestDeadline?: number | undefined
  /** Whether the model is already open and cannot be reopened, so that it is never released when idle. */
  readonly isInHand?: boolean | undefined
  /** For providers with batch jobs, which take hours at a lower price. */
  readonly openBatches?: ((signal: AbortSignal) => Promise<EmbeddingBatches>) | undefined
}

/** Why a hosted backend is skipped after a local model failed. */
export const localOnlyReason = 'not used, because nothing is sent to another machine when a local model fails'

/** The name of a backend in messages. */
export function nameOf({ provider, model }: Pick<EmbeddingBackend, 'provider' | 'model'>): string {
  return `${provider}/${model}`
}

/** The backend of an open model. Without a `host`, texts count as staying on this machine. */
export function backendFor(
  model: EmbeddingModel,
  { host = null }: { host?: string | null } = {},
): EmbeddingBackend {
  const { provider, model: name, dimensions, promptStyle } = model.identity
  return {
    provider,
    model: name,
    source: `${provider}:${name}?dimensions=${dimensions}&prompts=${promptStyle}`,
    host,
    open: () => Promise.resolve(model),
    isInHand: true,
  }
}

/** Whether a backend filled a space. Compares sources, because one model may return vectors of several lengths. */
export function isSpaceOf(
  { source, provider, model }: Pick<KeptSpace, 'source' | 'provider' | 'model'>,
  backend: Pick<EmbeddingBackend, 'source' | 'provider' | 'model' | 'isSame'>,
): boolean {
  if (source === null) return provider === backend.provider && model === backend.model
  return source === backend.source || backend.isSame?.(source) === true
}

/** Whether a backend has embedded everything. Does not open its model. */
export async function isSpaceComplete(store: Store, backend: EmbeddingBackend): Promise<boolean> {
  const { spaces } = await store.status()
  const space = spaces.findLast((each) => isSpaceOf(each, backend))
  return space?.isFilled === true && space.pending === 0
}

const identityFields = ['provider', 'model', 'dimensions', 'promptStyle'] as const

/** Whether vectors of both spaces can be compared. */
export function isSameSpace(a: Space, b: Space): boolean {
  return identityFields.every((name) => a[name] === b[name])
}

/** Whether a backend may be queried: after a local model failed, a hosted one must be configured as its fallback. Pure. */
export function mayAsk(
  { host, mayReplaceLocal = false }: Pick<EmbeddingBackend, 'host' | 'mayReplaceLocal'>,
  hasLocalFailed: boolean,
): boolean {
  return host === null || mayReplaceLocal || !hasLocalFailed
}
