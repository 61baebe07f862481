import type { EmbeddingBatches, EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace, Space, Store } from '@recallite/store'

/** Opens a model; aborting the signal ends the attempt. Rejects with EmbeddingError. */
export type OpenModel = (signal: AbortSignal) => Promise<EmbeddingModel>

/** A place where texts can be embedded, and how to open its model. */
export interface EmbeddingBackend {
  /** As in the identity of its model. */
  readonly provider: string
  /** As in the identity of its model. */
  readonly model: string
  /** Describes how to make this backend again; stored with its vectors, and therefore without secrets. */
  readonly source: string
  /** Whether another source means the same model, because its file was moved; default: never. */
  readonly isSame?: ((source: string) => boolean) | undefined
  /** Where texts are sent; null where they stay on this machine. */
  readonly host: string | null
  /** Whether queries may be sent to this backend's machine because a local model failed; default false. */
  readonly mayReplaceLocal?: boolean | undefined
  /**
   * Whether documents are embedded here because the backends before this one failed: all of them hosted, or a local model among
   * them. By default only where this backend embedded documents before, and only after hosted ones.
   */
  readonly takesDocuments?: 'after-hosted' | 'after-any' | 'never' | undefined
  /** Why it cannot answer now, as far as that is known without opening it: its file or its key is missing. Never throws. */
  readonly obstacle?: (() => string | undefined) | undefined
  /** Opens its model, once. The memory checks its answers and retries its requests. */
  readonly open: OpenModel
  /** How long one request of an index run may take, in milliseconds; default: the model's own limit. */
  readonly requestDeadline?: number | undefined
  /** Whether its model is open already and cannot be opened again, so that it is not released for being idle. */
  readonly isInHand?: boolean | undefined
  /** For providers with batch jobs, which take hours at a lower price. */
  readonly openBatches?: ((signal: AbortSignal) => Promise<EmbeddingBatches>) | undefined
}

/** Why a backend is skipped that may not be asked. */
export const localOnlyReason =
  'not asked, since nothing is sent elsewhere because a model on this machine failed'

/** The name of a backend in messages. */
export function nameOf({ provider, model }: Pick<EmbeddingBackend, 'provider' | 'model'>): string {
  return `${provider}/${model}`
}

/** The backend to an open model. Its texts count as staying on this machine unless `host` is set. */
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

/**
 * Whether a space was filled by a backend, as far as that is known before its model is opened. Names are not enough, as one
 * model may give vectors of several lengths.
 */
export function isSpaceOf(
  { source, provider, model }: Pick<KeptSpace, 'source' | 'provider' | 'model'>,
  backend: Pick<EmbeddingBackend, 'source' | 'provider' | 'model' | 'isSame'>,
): boolean {
  if (source === null) return provider === backend.provider && model === backend.model
  return source === backend.source || backend.isSame?.(source) === true
}

/** Whether a backend has embedded everything, as far as that can be known without opening its model. */
export async function isSpaceComplete(store: Store, backend: EmbeddingBackend): Promise<boolean> {
  const { spaces } = await store.status()
  const space = spaces.findLast((kept) => isSpaceOf(kept, backend))
  return space?.isFilled === true && space.pending === 0
}

const identityFields = ['provider', 'model', 'dimensions', 'promptStyle'] as const

/** Whether vectors of both spaces can be compared. */
export function isSameSpace(a: Space, b: Space): boolean {
  return identityFields.every((name) => a[name] === b[name])
}

/** Texts go to another machine because a local model failed only if the user configured that backend as its fallback. Pure. */
export function mayAsk(
  { host, mayReplaceLocal = false }: Pick<EmbeddingBackend, 'host' | 'mayReplaceLocal'>,
  hasLocalFailed: boolean,
): boolean {
  return host === null || mayReplaceLocal || !hasLocalFailed
}
