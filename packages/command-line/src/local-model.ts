import { checked, EmbeddingError, withRetry, type EmbeddingModel } from '@recallite/embeddings'

const providerName = '@recallite/embeddings-llama'

/** What is needed of the package that runs local models. */
export interface LocalModelProvider {
  createLlamaEmbeddings(settings: {
    readonly modelPath: string
    readonly signal?: AbortSignal | undefined
  }): Promise<EmbeddingModel>
}

/** How a program comes by local models. */
export interface LocalModelOptions {
  /** The program's package: where the provider is missing, it is to be installed beside it. */
  readonly beside: string
  /** Imports the provider; the program does it, so that it is looked for from there. */
  readonly loadProvider: () => Promise<LocalModelProvider>
  /** Aborting it ends the loading. */
  readonly signal?: AbortSignal | undefined
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return false
  // In quotes: a package that the provider itself lacks is named with the provider's path.
  return error.message.includes(`'${providerName}'`)
}

function describeCause(error: unknown, beside: string): string {
  if (isMissing(error)) {
    return `local models need one more package: npm install -g ${providerName} (beside ${beside}, or without -g in a project)`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `${providerName} cannot be loaded: ${reason}. Install it again: npm install -g ${providerName}`
}

/**
 * Opens a GGUF model in a process of its own.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function openLocalModel(
  modelPath: string,
  { beside, loadProvider, signal }: LocalModelOptions,
): Promise<EmbeddingModel> {
  const provider = await loadProvider().catch((cause: unknown) => {
    throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', describeCause(cause, beside), { cause })
  })
  return withRetry(checked(await provider.createLlamaEmbeddings({ modelPath, signal })))
}
