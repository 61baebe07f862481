import { mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { UsageError, loadProvider, withLock } from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Flags } from './flags/flags.js'
import { openTapeFile } from './tape/tape-file.js'
import { type Tape, createTape, taped } from './tape/tape.js'

const provider = {
  name: '@recallite/embeddings-llama',
  beside: '@recallite/eval',
  load: () => import('@recallite/embeddings-llama'),
}

/**
 * Opens the model that the flags name, if they do, behind the tape, and frees it whatever happens; several memories may
 * share it. A tape without a model answers from what is recorded; nobody else may record on one meanwhile.
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
  const place = resolve(tapeFile)
  mkdirSync(dirname(place), { recursive: true })
  return withLock(place, () => record(file, openTapeFile(place), work), { wait: 0 })
}

async function record<Result>(
  modelFile: string,
  tape: Tape,
  work: (model: EmbeddingModel) => Promise<Result>,
): Promise<Result> {
  const model = await openLocalModel(resolve(modelFile))
  try {
    return await work(taped(model, tape))
  } finally {
    await model.dispose?.()
  }
}

/**
 * Opens a GGUF model in a process of its own.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE`
 */
async function openLocalModel(modelPath: string, signal?: AbortSignal): Promise<EmbeddingModel> {
  const { createLlamaEmbeddings } = await loadProvider(provider)
  return createLlamaEmbeddings({ modelPath, signal })
}
