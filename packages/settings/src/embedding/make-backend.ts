import { basename } from 'node:path'
import { reasonOf, type EmbeddingBackend } from '@recallite/core'
import { EmbeddingError } from '@recallite/embeddings'
import { hostOf, isOnDisk, type BackendEntry, entryOf, sourceOf } from './backend-entry.js'
import { findObstacle, patience, providers, type BackendObstacle } from './providers.js'

/** A backend that also knows the command that removes its obstacle. */
export interface ProviderBackend extends EmbeddingBackend {
  readonly findObstacle: () => BackendObstacle | undefined
}

/** Makes a backend of an entry; `allowHttp`: whether texts and keys may go unencrypted to other machines. */
export function makeBackend(
  entry: BackendEntry,
  { allowHttp }: { readonly allowHttp: boolean },
): ProviderBackend {
  const host = hostOf(entry)
  const { open, openBatches } = providers[entry.provider]
  const requestOf = (signal: AbortSignal) => ({ ...entry, allowHttp, signal })
  return {
    provider: entry.provider,
    model: modelName(entry),
    source: sourceOf(entry),
    host,
    findObstacle: () => findObstacle(entry),
    obstacle: () => findObstacle(entry)?.cause,
    isSame: (source) => isSameFile(entry, source),
    open: (signal) => asModelFailure(signal, () => open(requestOf(signal))),
    mayReplaceLocal: entry.isFallback === true,
    takesDocuments: entry.takesDocuments,
    requestDeadline: host === null ? undefined : patience.remote,
    openBatches: openBatches && ((signal) => asModelFailure(signal, () => openBatches(requestOf(signal)))),
  }
}

/** The model's name as its provider puts it into the identity. */
function modelName({ provider, model }: BackendEntry): string {
  if (provider === 'local') return basename(model).replace(/\.gguf$/iu, '')
  if (provider === 'onnx') return basename(model)
  return provider === 'ollama' ? model.replace(/:latest$/u, '') : model
}

/** A model file may be moved, and is the same as long as it has its name. */
function isSameFile(entry: BackendEntry, source: string): boolean {
  const other = entryOf(source)
  return (
    isOnDisk(entry.provider) && other?.provider === entry.provider && modelName(other) === modelName(entry)
  )
}

/** Every error of opening a model becomes an `EmbeddingError`, so that the keyword search still answers. */
async function asModelFailure<Opened>(signal: AbortSignal, open: () => Promise<Opened>): Promise<Opened> {
  try {
    return await open()
  } catch (cause) {
    signal.throwIfAborted()
    if (EmbeddingError.isInstance(cause)) throw cause
    throw new EmbeddingError('EMBEDDING_MODEL_UNAVAILABLE', reasonOf(cause), { cause })
  }
}
