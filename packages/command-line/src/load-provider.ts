import { EmbeddingError } from '@recallite/embeddings'

/** How a program comes by a provider of embeddings that is a package of its own. */
export interface ProviderPackage<Provider> {
  /** As in `@recallite/embeddings-llama`. */
  readonly name: string
  /** The program's package: where the provider is missing, it is to be installed beside it. */
  readonly beside: string
  /** Imports the provider; the program does it, so that it is looked for from there. */
  readonly load: () => Promise<Provider>
}

/**
 * Loads a provider, or says how to install it.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function loadProvider<Provider>(wanted: ProviderPackage<Provider>): Promise<Provider> {
  return wanted.load().catch((cause: unknown) => {
    throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', describeCause(cause, wanted), { cause })
  })
}

function describeCause(
  error: unknown,
  { name, beside }: Pick<ProviderPackage<never>, 'name' | 'beside'>,
): string {
  if (isMissing(error, name)) {
    return `this provider needs one more package: npm install -g ${name} (beside ${beside}, or without -g in a project)`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `${name} cannot be loaded: ${reason}. Install it again: npm install -g ${name}`
}

function isMissing(error: unknown, name: string): boolean {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return false
  // In quotes: a package that the provider itself lacks is named with the provider's path.
  return error.message.includes(`'${name}'`)
}
