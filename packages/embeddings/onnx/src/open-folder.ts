import { basename } from 'node:path'
import { type LocalEmbeddingsSettings, openModel, resolveLocalSettings } from '@recallite/embeddings/process'
import type { LoadRequest } from './load-model.js'
import { nameFolder } from './read-model-folder.js'

/**
 * Loads the folder of an ONNX model in a child process; `modelName` is the name of the folder.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if it holds no model of the kind, or does not load in time
 */
export async function openFolder(
  settings: LocalEmbeddingsSettings,
  { kind, reading }: { readonly kind: string } & Pick<LoadRequest, 'reading'>,
) {
  const { child = new URL('./child.js', import.meta.url), signal } = settings
  const { modelPath, threads, contextSize, ...timeouts } = resolveLocalSettings(settings)
  const load: LoadRequest = { modelPath, reading, threads, contextSize }
  const model = await openModel({ child, load, modelPath, kind, remedy: nameFolder, ...timeouts }, signal)
  return { ...model, modelName: basename(modelPath) }
}
