import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddingModel } from '@recallite/embeddings'
import { temporaryFolder } from '@recallite/test-kit'
import { onTestFinished } from 'vitest'
import { createLlamaEmbeddings } from '../create-llama-embeddings.js'
import type { LlamaEmbeddingsSettings } from '../settings.js'

/** The program that plays a child with a model. */
export const testChild = new URL('./test-child.mjs', import.meta.url)

/** A file that passes for a model at first sight; its name tells the test child how to load it. */
export function writeTestModel(how = 'well'): string {
  const modelPath = join(temporaryFolder(), `model.${how}.gguf`)
  writeFileSync(modelPath, 'GGUF')
  return modelPath
}

/** A model played by the test child, gone when the running test ends. */
export async function createTestModel(settings: Partial<LlamaEmbeddingsSettings> = {}): Promise<EmbeddingModel> {
  const model = await createLlamaEmbeddings({ modelPath: writeTestModel(), child: testChild, ...settings })
  onTestFinished(() => model.dispose?.())
  return model
}
