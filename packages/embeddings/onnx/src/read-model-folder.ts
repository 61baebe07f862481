import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Refusal } from '@recallite/embeddings/process'

export const nameFolder =
  'Set the folder of such a model, with config.json, tokenizer.json and onnx/model_quantized.onnx or onnx/model.onnx'
export const getAgain = 'Download the files of this model again'

/** The contents of a model folder, without its weights. */
export type ModelFolder = Awaited<ReturnType<typeof readModelFolder>>

/** Reads a model folder; rejects with a `Refusal` if a file is missing, unreadable or damaged. */
export async function readModelFolder(modelPath: string) {
  const reason = await stat(modelPath).then(
    (stats) => (stats.isDirectory() ? undefined : 'it is not a folder'),
    (error: NodeJS.ErrnoException) => reasons[error.code ?? ''] ?? error.message,
  )
  if (reason !== undefined) throw new Refusal(reason, { remedy: nameFolder })
  return {
    name: basename(modelPath),
    weightsPath: await findWeights(modelPath),
    config: await readRequired(modelPath, 'config.json'),
    tokenizer: await readRequired(modelPath, 'tokenizer.json'),
    tokenizerConfig: (await readOptional(modelPath, 'tokenizer_config.json')) ?? {},
    poolingConfig: await readOptional(modelPath, '1_Pooling/config.json'),
  }
}

/** Architectures whose positions start after that of the padding, which makes two of 514 unusable. */
const offsetArchitectures: ReadonlySet<unknown> = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet'])
/** The limit of BERT, for files without one. */
const defaultMaxTokens = 512

/** The smaller limit of `config.json` and `tokenizer_config.json` counts. */
export function readFacts({ config, tokenizerConfig }: Pick<ModelFolder, 'config' | 'tokenizerConfig'>) {
  const { hidden_size, model_type, pad_token_id, max_position_embeddings } = config as Record<string, unknown>
  const { model_max_length } = tokenizerConfig as Record<string, unknown>
  const offset = offsetArchitectures.has(model_type) ? (natural(pad_token_id) ?? 1) + 1 : 0
  const positions = (natural(max_position_embeddings) ?? Infinity) - offset
  const limit = Math.min(positions, natural(model_max_length) ?? Infinity)
  return {
    dimensions: natural(hidden_size),
    /** Maximum number of tokens per text, including the special ones. */
    maxTokens: Number.isFinite(limit) && limit > 0 ? limit : defaultMaxTokens,
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this user may not read it',
}

/** The first one that exists is used: quantized weights answer similarly in a quarter of the memory. */
const weightsFiles = ['onnx/model_quantized.onnx', 'onnx/model.onnx']

async function findWeights(modelPath: string): Promise<string> {
  for (const file of weightsFiles) {
    const path = join(modelPath, file)
    if (await isRegularFile(path)) return path
  }
  const reason = `it has neither ${weightsFiles.join(' nor ')}`
  throw new Refusal(reason, { remedy: nameFolder })
}

/** Reading other files, such as named pipes, might never end. */
function isRegularFile(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  )
}

async function readRequired(modelPath: string, file: string): Promise<object> {
  const object = await readOptional(modelPath, file)
  if (object !== undefined) return object
  throw new Refusal(`it has no ${file}`, { remedy: nameFolder })
}

const maxBytes = 256_000_000

/** The object in a JSON file; undefined if there is no file. Rejects with a `Refusal`. */
async function readOptional(modelPath: string, file: string): Promise<object | undefined> {
  const path = join(modelPath, file)
  const refused = (fault: string) => new Refusal(`its ${file} ${fault}`, { remedy: getAgain })
  if (!(await isRegularFile(path))) return undefined
  if ((await stat(path)).size > maxBytes) throw refused(`is larger than ${maxBytes / 1_000_000} MB`)
  const value: unknown = await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch((error: unknown) => {
      const isDamaged = error instanceof SyntaxError
      throw refused(isDamaged ? 'is damaged: it is not JSON' : 'cannot be read by this user')
    })
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw refused('is damaged: it contains no JSON object')
}

/** Returns positive integers; tokenizers without a limit have 1e30. */
function natural(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
