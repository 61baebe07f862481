import { open } from 'node:fs/promises'
import { modelUnavailable } from '@recallite/embeddings/provider'

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
export async function checkModelFile(modelPath: string): Promise<void> {
  const fault = await findFault(modelPath).catch(
    (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? error.message,
  )
  if (fault !== undefined) throw modelUnavailable({ modelPath, reason: fault, remedy: nameModel })
}

/** The remedy where nothing more is known. */
export const nameModel = 'Give the path of a GGUF embedding model'

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
