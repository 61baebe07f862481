import type { EmbeddingBatches, EmbeddingModel } from '@recallite/embeddings'
import type { KeptSpace, Store } from '@recallite/store'

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
  /**
   * Whether the user named it as a fallback, so that it receives queries and documents if the backends before it fail, also local
   * ones. By default it replaces no local one, and embeds documents only if its space already has vectors.
   */
  readonly isUsersFallback?: boolean | undefined
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

const remedy = "unless your own settings name it in 'fallback' or 'chain'"

/** Why a hosted backend is skipped after a local model failed. */
export const localOnlyReason = `not used, because nothing is sent to another machine when a local model fails, ${remedy}`

/** Why a backend is not used for documents. */
export const unnamedReason = `not used for documents ${remedy}`

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

/** Whether a backend may receive texts: after a local model failed, a hosted one must be the user's fallback. Pure. */
export function mayAsk(
  { host, isUsersFallback = false }: Pick<EmbeddingBackend, 'host' | 'isUsersFallback'>,
  hasLocalFailed: boolean,
): boolean {
  return host === null || isUsersFallback || !hasLocalFailed
}
