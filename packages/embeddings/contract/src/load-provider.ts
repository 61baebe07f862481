import { unavailable } from './errors.js'

/** A provider that is a separate, optional package. */
export interface ProviderPackage<Provider> {
  /** For example `@recallite/embeddings-llama`. */
  readonly name: string
  /** The command that installs the package. */
  readonly install: string
  /** Imports the provider. Passed by the program, so that the package is resolved from there. */
  readonly load: () => Promise<Provider>
  /** Imports it from another folder, if `load` does not find it; undefined if it is not there either. */
  readonly loadElsewhere?: (() => Promise<Provider> | undefined) | undefined
}

/** Loads a provider; rejects with `EMBEDDING_MODEL_UNAVAILABLE` and the install command if it cannot be loaded. */
export async function loadProvider<Provider>(provider: ProviderPackage<Provider>): Promise<Provider> {
  const { name, install, load, loadElsewhere } = provider
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

/** `import` names a missing package in quotes and with the path of the importer; `require` has another code and names subpaths too. */
function isMissing(cause: unknown, name: string): boolean {
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === 'ERR_MODULE_NOT_FOUND' || cause.code === 'MODULE_NOT_FOUND') &&
    ["'", '/'].some((end) => cause.message.includes(`'${name}${end}`))
  )
}
