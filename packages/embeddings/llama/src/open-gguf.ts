import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { type LocalEmbeddingsSettings, openModel, resolveLocalSettings } from '@recallite/embeddings/process'
import { modelUnavailable } from '@recallite/embeddings/provider'

export type ModelTask = 'embed' | 'rank'

/** The settings passed to the child process. */
export interface LoadRequest {
  readonly task: ModelTask
  readonly modelPath: string
  readonly threads: number
  readonly contextSize: number
}

/** Loads a GGUF file in a child process; `modelName` is the file name without `.gguf`. Rejects with `EMBEDDING_MODEL_UNAVAILABLE`. */
export async function openGguf(settings: LocalEmbeddingsSettings, task: ModelTask) {
  settings.signal?.throwIfAborted()
  const { child = new URL('./child.js', import.meta.url), signal } = settings
  const { modelPath, threads, contextSize, ...timeouts } = resolveLocalSettings(settings)
  await assertModelFile(modelPath, task)
  const load: LoadRequest = { task, modelPath, threads, contextSize }
  const named = { modelPath, kind: kinds[task], remedy: remedyFor(task) }
  const model = await openModel({ child, load, ...named, ...timeouts }, signal)
  return { ...model, modelName: basename(modelPath).replace(/\.gguf$/i, '') }
}

const kinds = { embed: 'embedding model', rank: 'reranker' } as const satisfies Record<ModelTask, string>

const remedyFor = (task: ModelTask): string => `Set the path of a GGUF ${kinds[task]}`

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/** Rejects with `EMBEDDING_MODEL_UNAVAILABLE`, before a process is started, unless the path is a readable GGUF file. */
export async function assertModelFile(modelPath: string, task: ModelTask): Promise<void> {
  const reason = await findFault(modelPath).catch(
    (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? error.message,
  )
  if (reason === undefined) return
  throw modelUnavailable({ kind: kinds[task], modelPath, reason, remedy: remedyFor(task) })
}

const magic = 'GGUF'

async function findFault(modelPath: string): Promise<string | undefined> {
  const file = await open(modelPath, 'r')
  try {
    const stats = await file.stat()
    if (stats.isDirectory()) return reasons['EISDIR']
    if (!stats.isFile()) return 'it is not a regular file'
    const { buffer, bytesRead } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    if (bytesRead === 0) return 'it is empty'
    return buffer.toString('latin1') === magic ? undefined : 'it is not a GGUF file'
  } finally {
    await file.close()
  }
}
