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
  /** Remembers the model for the commands to come. */
  rememberModel(path: string): Promise<void>
}

const modelNote = 'model file'
const noModel =
  "no embedding model, so words alone were searched; 'recallite index --model FILE.gguf' adds search by meaning"

interface ModelChoice {
  readonly modelPath?: string
  readonly openModel?: () => Promise<EmbeddingModel>
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
  return { modelPath, openModel: () => openLocalModel(modelPath) }
}

/**
 * Opens the memory that the flags name.
 * @throws UsageError; StoreError, `STORE_UNAVAILABLE` when there is none yet and `create` is false
 */
async function openMemory(flags: Flags, { create }: { create: boolean }): Promise<OpenMemory> {
  const path = databasePath(flags)
  if (!create && path !== ':memory:' && !existsSync(path)) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      `There is no index at ${path} yet. Make one: recallite index FOLDER`,
    )
  }
  const store = await openSqliteStore({ path, create })
  const { modelPath, openModel, noModelReason } = await chooseModel(flags, store).catch(
    async (error: unknown) => {
      await store.close()
      throw error
    },
  )
  return {
    memory: createMemory({ store, openModel, noModelReason }),
    modelPath,
    rememberModel: (file) => store.writeNote(modelNote, file),
  }
}

/** Opens the memory, works with it and closes it whatever happens. */
export async function withMemory<Result>(
  flags: Flags,
  { create = false }: { create?: boolean },
  work: (open: OpenMemory) => Promise<Result>,
): Promise<Result> {
  const open = await openMemory(flags, { create })
  try {
    return await work(open)
  } finally {
    await open.memory.close()
  }
}
