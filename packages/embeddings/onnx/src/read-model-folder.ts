import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isRegularFile } from './is-regular-file.js'
import { getAgain, modelUnavailable } from './model-unavailable.js'
import { readJsonObject } from './read-json-object.js'

/** A model's folder, read but for its weights. */
export interface ModelFolder {
  /** The name of the folder. */
  readonly name: string
  readonly weightsPath: string
  readonly config: object
  readonly tokenizer: object
  /** Empty where the folder has no such file. */
  readonly tokenizerConfig: object
  /** Contents of `1_Pooling/config.json`, undefined where there is none. */
  readonly poolingConfig: object | undefined
}

/** The first that is there is taken: it answers alike in a quarter of the memory. */
const weightsFiles = ['onnx/model_quantized.onnx', 'onnx/model.onnx']

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this user may not read it',
}

/**
 * Reads what a folder says of its model.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` when a file is missing, unreadable or damaged
 */
export async function readModelFolder(modelPath: string): Promise<ModelFolder> {
  await assertFolder(modelPath)
  return {
    name: basename(modelPath),
    weightsPath: await findWeights(modelPath),
    config: await readRequired(modelPath, 'config.json'),
    tokenizer: await readRequired(modelPath, 'tokenizer.json'),
    tokenizerConfig: (await readOptional(modelPath, 'tokenizer_config.json')) ?? {},
    poolingConfig: await readOptional(modelPath, '1_Pooling/config.json'),
  }
}

async function assertFolder(modelPath: string): Promise<void> {
  const reason = await stat(modelPath).then(
    (stats) => (stats.isDirectory() ? undefined : 'it is not a folder'),
    (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? error.message,
  )
  if (reason !== undefined) throw modelUnavailable({ modelPath, reason })
}

async function findWeights(modelPath: string): Promise<string> {
  for (const file of weightsFiles) {
    const path = join(modelPath, file)
    if (await isRegularFile(path)) return path
  }
  throw modelUnavailable({ modelPath, reason: `it has neither ${weightsFiles.join(' nor ')}` })
}

async function readRequired(modelPath: string, file: string): Promise<object> {
  const object = await readOptional(modelPath, file)
  if (object === undefined) throw modelUnavailable({ modelPath, reason: `it has no ${file}` })
  return object
}

async function readOptional(modelPath: string, file: string): Promise<object | undefined> {
  const object = await readJsonObject(join(modelPath, file))
  if (typeof object !== 'string') return object
  throw modelUnavailable({ modelPath, reason: `its ${file} ${object}`, remedy: getAgain })
}
