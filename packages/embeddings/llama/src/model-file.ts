import { open } from 'node:fs/promises'
import { modelUnavailable } from '@recallite/embeddings/provider'
import type { ModelTask } from './load-request.js'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/**
 * Refuses what cannot be a model, before a process is started for it.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the path is no readable GGUF file
 */
export async function checkModelFile(modelPath: string, task: ModelTask): Promise<void> {
  const fault = await findFault(modelPath).catch(
    (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? error.message,
  )
  if (fault === undefined) return
  throw modelUnavailable({ kind: kindOf[task], modelPath, reason: fault, remedy: nameModel(task) })
}

/** What a model is called that is loaded for a task. */
export const kindOf = { embed: 'embedding model', rank: 'reranker' } as const satisfies Record<
  ModelTask,
  string
>

/** The remedy where nothing more is known. */
export const nameModel = (task: ModelTask): string => `Give the path of a GGUF ${kindOf[task]}`

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
