import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '@recallite/command-line'
import { createMemory, type Memory } from '@recallite/core'
import type { EmbeddingModel } from '@recallite/embeddings'
import { StoreError, type Store } from '@recallite/store'
import { openSqliteStore } from '@recallite/store-sqlite'
import type { Flags } from './flags/flags.js'
import { openLocalModel } from './local-model.js'
import { databasePath, defaultModelPath } from './settings.js'

/** A memory, and the model file it embeds with. */
interface OpenMemory {
  readonly memory: Memory
  readonly modelPath: string | undefined
}

/** What a command may do to the memory that it opens. */
interface MemoryUse {
  /** Whether a missing database is made, and the model remembered once it has been loaded. */
  readonly fills?: boolean
}

const modelNote = 'model file'
const noModel = "there is no embedding model; 'recallite index --model FILE.gguf' adds search by meaning"

interface ModelChoice {
  readonly modelPath?: string
  readonly openModel?: (signal: AbortSignal) => Promise<EmbeddingModel>
  readonly noModelReason?: string
}

/** @throws UsageError */
async function chooseModel({ model, provider = 'auto' }: Flags, store: Store): Promise<ModelChoice> {
  if (provider === 'none') return {}
  const path = model ?? (await store.readNote(modelNote)) ?? defaultModelPath()
  if (path === undefined && provider === 'local') {
    throw new UsageError('--provider local needs a model. Name it: --model FILE.gguf')
  }
  if (path === undefined) return { noModelReason: noModel }
  const modelPath = resolve(path)
  return { modelPath, openModel: (signal) => openLocalModel(modelPath, signal) }
}

/** As soon as a model has been loaded, not when all is done: a run that was stopped goes on with the same one. */
function rememberingModel({ modelPath, openModel }: ModelChoice, store: Store): ModelChoice['openModel'] {
  if (modelPath === undefined || openModel === undefined) return openModel
  return async (signal) => {
    const model = await openModel(signal)
    await store.writeNote(modelNote, modelPath)
    return model
  }
}

/**
 * Opens the memory that the flags name.
 * @throws UsageError; StoreError, `STORE_UNAVAILABLE` when there is none yet and the command does not fill it
 */
async function openMemory(flags: Flags, { fills = false }: MemoryUse): Promise<OpenMemory> {
  const path = databasePath(flags)
  if (!fills && path !== ':memory:' && !existsSync(path)) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `There is no index at ${path} yet. Make one: recallite index FOLDER`,
    )
  }
  const store = await openSqliteStore({ path, create: fills })
  const choice = await chooseModel(flags, store).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const openModel = fills ? rememberingModel(choice, store) : choice.openModel
  const { modelPath, noModelReason } = choice
  return { memory: createMemory({ store, openModel, noModelReason }), modelPath }
}

/** Opens the memory, works with it and closes it whatever happens. */
export async function withMemory<Result>(
  flags: Flags,
  use: MemoryUse,
  work: (open: OpenMemory) => Promise<Result>,
): Promise<Result> {
  const open = await openMemory(flags, use)
  try {
    return await work(open)
  } finally {
    await open.memory.close()
  }
}
