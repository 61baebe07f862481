import { basename } from 'node:path'
import { type LocalEmbeddingsSettings, openModel, resolveLocalSettings } from '@recallite/embeddings/process'
import type { LoadRequest } from './load-model.js'
import { nameFolder } from './read-model-folder.js'

/** Loads a model folder in a child process; rejects with `EMBEDDING_MODEL_UNAVAILABLE`. */
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
