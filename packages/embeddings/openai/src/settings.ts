import type { HostedSettings } from '@recallite/embeddings/http'

/** Which model to ask, where, and in whose name. */
export interface OpenAIEmbeddingsSettings extends HostedSettings {
  /** The key that requests are made with. A server of your own that wants none takes any word. */
  readonly apiKey: string
  /** Default `text-embedding-3-small`. */
  readonly model?: string | undefined
  /**
   * Length of the vectors. Default: the model's own, learned by one request where the model is not one of OpenAI's. It
   * is sent where it is set.
   */
  readonly dimensions?: number | undefined
  /** Where the API is, up to `/embeddings`; a query in it is sent along. Default `https://api.openai.com/v1`. */
  readonly baseUrl?: string | undefined
}
