import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError, withLock } from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'
import { loadProvider } from '@recallite/embeddings/provider'
import type { Flags } from './flags.js'
import { createTape, openTapeFile, taped, type Tape } from './tape/tape.js'

const llama = {
  name: '@recallite/embeddings-llama',
  install: 'npm install --global @recallite/embeddings-llama',
  load: () => import('@recallite/embeddings-llama'),
}

/**
 * Opens the model that the flags name, with the tape, and disposes of it afterwards; several memories may share it. A
 * tape without a model answers from what is recorded. A lock keeps other processes from recording on the same tape.
 * @throws UsageError, LockedError, EvaluationError, EmbeddingError
 */
export async function withModel<Result>(
  { model: file, provider = 'auto', tape: tapeFile }: Flags,
  work: (model: EmbeddingModel | undefined) => Promise<Result>,
): Promise<Result> {
  if (provider === 'local' && file === undefined) {
    throw new UsageError('--provider local needs a model. Name it: --model FILE.gguf')
  }
  if (provider === 'none' || (file === undefined && tapeFile === undefined)) return work(undefined)
  if (file === undefined) return work(taped(undefined, openTapeFile(resolve(tapeFile ?? ''))))
  if (tapeFile === undefined) return record(file, createTape(), work)
  const path = resolve(tapeFile)
  mkdirSync(dirname(path), { recursive: true })
  return withLock(path, () => record(file, openTapeFile(path), work), { wait: 0 })
}

async function record<Result>(file: string, tape: Tape, work: (model: EmbeddingModel) => Promise<Result>) {
  const { createLlamaEmbeddings } = await loadProvider(llama)
  const model = await createLlamaEmbeddings({ modelPath: resolve(file) })
  try {
    return await work(taped(model, tape))
  } finally {
    await model.dispose?.()
  }
}
