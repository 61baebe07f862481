import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddingModel } from '@recallite/embeddings'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createLlamaEmbeddings } from '../create-llama-embeddings.js'
import type { LlamaEmbeddingsSettings } from '../settings.js'

/** The program that plays a child with a model. */
export const testChild = new URL('./test-child.mjs', import.meta.url)

/** What a call rejects with when the same may succeed later. */
export const retryable = { code: 'EMBEDDING_REQUEST_FAILED', isRetryable: true }

/** What a call rejects with when the model is gone for good. */
export const unavailable = { code: 'EMBEDDING_MODEL_UNAVAILABLE', isRetryable: false }

/** A file that passes for a model at first sight; its name tells the test child how to load it. */
export function writeTestModel(how = 'well'): string {
  const modelPath = join(temporaryFolder(), `model.${how}.gguf`)
  writeFileSync(modelPath, 'GGUF')
  return modelPath
}

/** A model played by the test child, gone when the running test ends. Without prefixes unless told. */
export async function createTestModel(settings: Partial<LlamaEmbeddingsSettings> = {}): Promise<EmbeddingModel> {
  const model = await createLlamaEmbeddings({
    modelPath: writeTestModel(),
    child: testChild,
    promptStyle: 'plain',
    ...settings,
  })
  onTestFinished(() => model.dispose?.())
  return model
}

/** Embeds documents. */
export function ask(model: EmbeddingModel, texts: string[], signal?: AbortSignal): Promise<Float32Array[]> {
  return model.embed({ texts, role: 'document', signal })
}

/** The id of the process that answers. */
export async function pidOf(model: EmbeddingModel): Promise<number> {
  const [vector] = await ask(model, ['who are you'])
  return vector?.[0] ?? 0
}

/** Whether a process runs; one that ended, and was not collected by its parent yet, does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !(existsSync(stat) && readFileSync(stat, 'utf8').includes(') Z '))
}
