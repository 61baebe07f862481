import { unavailable } from './errors.js'

/** How a program comes by a provider that is a package of its own. */
export interface ProviderPackage<Provider> {
  /** As in `@recallite/embeddings-llama`. */
  readonly name: string
  /** The program's package: a provider that is missing is to be installed beside it. */
  readonly beside: string
  /** Imports the provider; the program does it, so that the package is looked for from there. */
  readonly load: () => Promise<Provider>
}

/**
 * Loads a provider, or says how to install it.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function loadProvider<Provider>(wanted: ProviderPackage<Provider>): Promise<Provider> {
  const { name, beside, load } = wanted
  return load().catch((cause: unknown) => {
    // A package that is missing from the provider itself is named with the provider's path, the provider in quotes.
    const isMissing =
      cause instanceof Error &&
      'code' in cause &&
      cause.code === 'ERR_MODULE_NOT_FOUND' &&
      cause.message.includes(`'${name}'`)
    const reason = isMissing
      ? `this provider needs one more package: npm install -g ${name} (beside ${beside}, or without -g in a project)`
      : `${name} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}. Install it again: npm install -g ${name}`
    throw unavailable(reason, cause)
  })
}
