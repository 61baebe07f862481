import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import type { EmbeddingModel } from '@recallite/embeddings'
import type { Flags } from './flags/flags.js'
import { openLocalModel } from './local-model.js'
import { rememberQueries } from './remember-queries.js'

/** Opens the model that the flags name, if they do, and frees it whatever happens; several memories may share it. */
export async function withModel<Result>(
  { model: file, provider = 'auto' }: Flags,
  work: (model: EmbeddingModel | undefined) => Promise<Result>,
): Promise<Result> {
  if (provider === 'local' && file === undefined) {
    throw new UsageError('--provider local needs a model. Name it: --model FILE.gguf')
  }
  if (provider === 'none' || file === undefined) return work(undefined)
  const model = await openLocalModel(resolve(file))
  try {
    return await work(rememberQueries(model))
  } finally {
    await model.dispose?.()
  }
}
