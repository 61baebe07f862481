import { type LocalEmbeddingsSettings, openLocalModel } from '@recallite/embeddings/process'
import type { LoadRequest } from './load-model.js'
import { nameFolder } from './read-model-folder.js'

/**
 * Loads the folder of an ONNX model in a child process; `modelName` is the name of the folder.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if it holds no model of the kind, or does not load in time
 */
export function openFolder(
  settings: LocalEmbeddingsSettings,
  { kind, reading }: { readonly kind: string } & Pick<LoadRequest, 'reading'>,
) {
  const child = new URL('./child.js', import.meta.url)
  return openLocalModel(settings, { child, kind, remedy: nameFolder, load: { reading } })
}
