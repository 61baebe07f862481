import { unavailable } from './errors.js'

/** How a program comes by a provider that is a package of its own. */
export interface ProviderPackage<Provider> {
  /** As in `@recallite/embeddings-llama`. */
  readonly name: string
  /** The command that installs it. */
  readonly install: string
  /** Imports the provider; the program does it, so that the package is looked for from there. */
  readonly load: () => Promise<Provider>
  /** Imports it from another place if none is beside the program; undefined if none is there either. */
  readonly loadElsewhere?: (() => Promise<Provider> | undefined) | undefined
}

/**
 * Loads a provider, or says how to install it.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
export async function loadProvider<Provider>(wanted: ProviderPackage<Provider>): Promise<Provider> {
  const { name, install, load, loadElsewhere } = wanted
  try {
    return await load().catch((cause: unknown) => {
      const other = isMissing(cause, name) ? loadElsewhere?.() : undefined
      if (other === undefined) throw cause
      return other
    })
  } catch (cause) {
    const reason = isMissing(cause, name)
      ? `this provider needs one more package: ${install}`
      : `${name} cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}. Install it again: ${install}`
    throw unavailable(reason, cause)
  }
}

/**
 * A package that is missing from the provider itself is named with the provider's path, the provider in quotes. `require` has a code
 * of its own, and names what was asked for within the package too.
 */
function isMissing(cause: unknown, name: string): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === 'ERR_MODULE_NOT_FOUND' || cause.code === 'MODULE_NOT_FOUND') &&
    ["'", '/'].some((end) => cause.message.includes(`'${name}${end}`))
  )
}
