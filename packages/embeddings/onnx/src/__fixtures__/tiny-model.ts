import { join } from 'node:path'
import type { EmbeddingModel } from '@recallite/embeddings'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createOnnxEmbeddings } from '../create-onnx-embeddings.js'
import type { OnnxEmbeddingsSettings } from '../create-onnx-embeddings.js'
import { writeModelFiles, type FolderFiles } from './model-files.js'

/** Writes a model with a vocabulary of letters, with other files if given, and returns its folder. */
export function writeTinyModel(files: FolderFiles = {}, name = 'tiny'): string {
  const folder = join(temporaryFolder(), name)
  writeModelFiles(folder, files)
  return folder
}

/** Built before the tests: a child process does not read TypeScript. */
export const child = new URL('../../dist/child.js', import.meta.url)

/** A tiny model, disposed when the test ends. */
export async function openTinyModel(settings: Partial<OnnxEmbeddingsSettings> = {}): Promise<EmbeddingModel> {
  const model = await createOnnxEmbeddings({ modelPath: settings.modelPath ?? writeTinyModel(), child, threads: 1, ...settings })
  onTestFinished(() => model.dispose?.())
  return model
}

export function ask(model: EmbeddingModel, texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
  return model.embed({ texts, role: 'document', signal })
}
