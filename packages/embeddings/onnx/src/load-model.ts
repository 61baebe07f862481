import { modelUnavailable, type UnusableModel } from '@recallite/embeddings'
import { createEmbedder, cutTokens, type Embedder, findOutput } from './create-embedder.js'
import type { OnnxLibraries } from './libraries.js'
import { choosePooling, type Pooling } from './pooling.js'
import { getAgain, type ModelFolder, nameFolder, readFacts, readModelFolder } from './read-model-folder.js'
import type { ResolvedSettings } from './settings.js'

export interface LoadedModel {
  /** The name of the folder. */
  readonly name: string
  readonly dimensions: number
  readonly embed: Embedder
  /** Frees the network; not while it runs. */
  release(): Promise<void>
}

/**
 * Loads a folder and tests the model on a text.
 * @throws EmbeddingError `EMBEDDING_MODEL_UNAVAILABLE` if the folder contains no usable model, or the libraries do not
 * run here
 */
export async function loadModel(settings: ResolvedSettings): Promise<LoadedModel> {
  const { modelPath } = settings
  const folder = await readModelFolder(modelPath)
  const pooling = settings.pooling ?? judgePooling(modelPath, folder)
  const libraries = await settings.libraries().catch(refusing({ modelPath, ...notInstalled }))
  const damaged = (reason: string) => refusing({ modelPath, reason, remedy: getAgain })
  const tokenize = await loadTokenizer(libraries, folder, settings).catch(
    damaged('its tokenizer.json is damaged or of a kind unknown here'),
  )
  const session = await libraries
    .openSession(folder.weightsPath, settings.threads)
    .catch(damaged('its weights do not load'))
  try {
    const found = findOutput(session)
    if ('reason' in found) throw modelUnavailable({ modelPath, remedy: nameFolder, ...found })
    const embed = createEmbedder({ session, tokenize, pooling, ...found })
    const dimensions = await tryOut(embed, modelPath, folder)
    return { name: folder.name, dimensions, embed, release: () => session.release() }
  } catch (error) {
    await session.release()
    throw error
  }
}

const notInstalled = {
  reason: 'ONNX Runtime does not start here',
  remedy:
    'Install @recallite/embeddings-onnx again, on Linux with glibc, on Windows, or on macOS with Apple silicon',
}

/** A rejection handler that throws the obstacle with the message of the error. */
function refusing(unusable: UnusableModel): (error: unknown) => never {
  return (cause) => {
    throw modelUnavailable({ ...unusable, reason: `${unusable.reason} (${wordsOf(cause)})`, cause })
  }
}

/** The message of an error. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function judgePooling(modelPath: string, { name, poolingConfig }: ModelFolder): Pooling {
  const pooling = choosePooling(name, poolingConfig)
  if (pooling !== undefined) return pooling
  throw modelUnavailable({
    modelPath,
    reason: 'its 1_Pooling/config.json asks for something else than the mean or the first token (cls)',
    remedy: 'Choose one of them as `pooling`, or take another model',
  })
}

async function loadTokenizer(libraries: OnnxLibraries, folder: ModelFolder, settings: ResolvedSettings) {
  const maxTokens = Math.min(readFacts(folder).maxTokens, settings.contextSize)
  return cutTokens(libraries.createTokenizer(folder.tokenizer, folder.tokenizerConfig), maxTokens)
}

/** The length of the vectors. Corrupted weights often make every vector NaN. */
async function tryOut(embed: Embedder, modelPath: string, folder: ModelFolder): Promise<number> {
  const refuse = refusing({ modelPath, reason: 'it does not embed a text', remedy: getAgain })
  const vector = await embed('a text to try the model with').catch(refuse)
  const { dimensions = vector.length } = readFacts(folder)
  const isExpected = dimensions === vector.length
  if (isExpected && vector.every(Number.isFinite)) return dimensions
  const reason = isExpected
    ? 'its vectors are not numbers, so it is damaged'
    : `its vectors have ${vector.length} numbers, where its config.json says ${dimensions}`
  throw modelUnavailable({ modelPath, reason, remedy: getAgain })
}
