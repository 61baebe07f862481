import type { EmbeddingBatches, EmbeddingModel } from '@recallite/embeddings'

/** Opens a model; aborting the signal ends the attempt. Rejects with EmbeddingError. */
export type OpenModel = (signal: AbortSignal) => Promise<EmbeddingModel>

/** One place where texts can be embedded, and how to come by its model. */
export interface EmbeddingLink {
  /** As in the identity of its model. */
  readonly provider: string
  /** As in the identity of its model. */
  readonly model: string
  /** Says how to make this link again; kept with its vectors, so never with a secret in it. */
  readonly source: string
  /** Whether another source is of the same model all the same, because its file was moved; default: never. */
  readonly isSame?: ((source: string) => boolean) | undefined
  /** Where texts are sent; null where they stay on this machine. */
  readonly host: string | null
  /**
   * Whether questions may be sent to another machine because a model on this one failed; default false. Documents never
   * are.
   */
  readonly mayStandIn?: boolean | undefined
  /**
   * Why it cannot answer now, as a quick look tells that opens nothing and asks nobody: its file or its key is not there.
   * Never throws; default: nothing to be seen.
   */
  readonly obstacle?: (() => string | undefined) | undefined
  /** Opens its model, once; its answers are checked and its requests repeated by the memory. */
  readonly open: OpenModel
  /** The most that one request of an index run may take, in milliseconds; default: no limit but the model's own. */
  readonly requestDeadline?: number | undefined
  /** Whether its model is in hand already and cannot be opened again: it is never let go of while it is not used. */
  readonly isInHand?: boolean | undefined
  /** For providers that embed many texts overnight, at a lower price. */
  readonly openBatches?: ((signal: AbortSignal) => Promise<EmbeddingBatches>) | undefined
}

/** What a link is called in messages. */
export function nameOf({ provider, model }: Pick<EmbeddingLink, 'provider' | 'model'>): string {
  return `${provider}/${model}`
}

/** The link to a model that is in hand. Its texts count as staying on this machine unless `host` says otherwise. */
export function linkTo(model: EmbeddingModel, { host = null }: { host?: string | null } = {}): EmbeddingLink {
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
