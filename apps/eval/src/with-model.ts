import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Flags } from './flags/flags.js'
import { openLocalModel } from './local-model.js'
import { createTape } from './tape/tape.js'
import { openTapeFile } from './tape/tape-file.js'
import { taped } from './tape/taped.js'

/**
 * Opens the model that the flags name, if they do, behind the tape, and frees it whatever happens; several memories may
 * share it. A tape without a model answers from what is recorded.
 */
export async function withModel<Result>(
  { model: file, provider = 'auto', tape: tapeFile }: Flags,
  work: (model: EmbeddingModel | undefined) => Promise<Result>,
): Promise<Result> {
  if (provider === 'local' && file === undefined) {
    throw new UsageError('--provider local needs a model. Name it: --model FILE.gguf')
  }
  if (provider === 'none' || (file === undefined && tapeFile === undefined)) return work(undefined)
  const tape = tapeFile === undefined ? createTape() : openTapeFile(resolve(tapeFile))
  if (file === undefined) return work(taped(undefined, tape))
  const model = await openLocalModel(resolve(file))
  try {
    return await work(taped(model, tape))
  } finally {
    await model.dispose?.()
  }
}
