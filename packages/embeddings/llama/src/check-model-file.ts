import { open } from 'node:fs/promises'
import { modelUnavailable } from './model-unavailable.js'

const magic = 'GGUF'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
}

/**
 * Refuses, before a process is started for it, what cannot be a model.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` when the path is no readable file that begins as a GGUF file does
 */
export async function checkModelFile(modelPath: string): Promise<void> {
  const fault = await findFault(modelPath).catch(
    (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? error.message,
  )
  if (fault !== undefined) throw modelUnavailable({ modelPath, reason: fault })
}

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
