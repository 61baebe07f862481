import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  answerOneByOne,
  type ComputeTexts,
  explain,
  Refusal,
  type ServedModel,
} from '@recallite/embeddings/process'
import * as libraries from './libraries.js'
import { choosePooling, createNetwork, type Pooling } from './network.js'
import { getAgain, type ModelFolder, readFacts, readModelFolder } from './read-model-folder.js'

/** What the child process is told to load. */
export interface LoadRequest {
  readonly modelPath: string
  readonly pooling: Pooling | undefined
  readonly threads: number
  readonly contextSize: number
}

/** What the libraries do here; see `libraries.ts`. */
export type Runtime = Pick<typeof libraries, 'assertRuntime' | 'openSession'>

/** Bytes of short texts that are sent together, so that answers do not wait for messages. */
const batchBytes = 512

/**
 * Loads a folder and tests the model on a text.
 * @throws Refusal if the folder contains no usable model, or the libraries do not run here
 */
export async function loadModel(request: LoadRequest, runtime: Runtime = libraries): Promise<ServedModel> {
  const folder = await readModelFolder(request.modelPath)
  const pooling = request.pooling ?? judgePooling(folder)
  await runtime.assertRuntime().catch(refuse(notInstalled))
  const tokenize = await loadTokenizer(folder, request).catch(
    refuse({ reason: 'its tokenizer.json is damaged or of a kind unknown here', remedy: getAgain }),
  )
  const { weightsPath } = folder
  const session = await runtime
    .openSession(weightsPath, request.threads)
    .catch(refuse({ reason: 'its weights do not load', remedy: getAgain }))
  const network = createNetwork(session, pooling)
  const embed = async (text: string) => network.embed(tokenize(text))
  const dimensions = await tryOut(() => embed('a text to try the model with'), folder)
  // One text at a time: with weights of 8 bits, as most models have, the others of a batch would change its vector.
  const lane: ComputeTexts = (texts) => answerOneByOne(texts, embed)
  const { size } = await stat(weightsPath)
  return { name: `${basename(weightsPath)}, ${size} bytes`, dimensions, batchBytes, lanes: [lane] }
}

/**
 * The length of the vectors. Corrupted weights often make every vector NaN.
 * @throws Refusal if the vectors are unusable
 */
async function tryOut(embed: () => Promise<Float32Array>, folder: ModelFolder): Promise<number> {
  const vector = await embed().catch(refuse({ reason: 'it does not embed a text', remedy: getAgain }))
  const { length } = vector
  const { dimensions = length } = readFacts(folder)
  if (dimensions !== length)
    throw new Refusal(`its vectors have ${length} numbers, where its config.json says ${dimensions}`, {
      remedy: getAgain,
    })
  if (!vector.every(Number.isFinite))
    throw new Refusal('its vectors are not numbers, so it is damaged', { remedy: getAgain })
  return dimensions
}

const notInstalled = {
  reason: 'ONNX Runtime does not start here',
  remedy:
    'Install @recallite/embeddings-onnx again, on Linux with glibc, on Windows, or on macOS with Apple silicon',
}

/** A rejection handler that throws the obstacle with the message of the error. */
function refuse({ reason, remedy }: { readonly reason: string; readonly remedy: string }) {
  return (cause: unknown): never => {
    throw new Refusal(`${reason} (${explain(cause).reason})`, { remedy, cause })
  }
}

function judgePooling({ name, poolingConfig }: ModelFolder): Pooling {
  const pooling = choosePooling(name, poolingConfig)
  if (pooling !== undefined) return pooling
  throw new Refusal(
    'its 1_Pooling/config.json asks for something else than the mean or the first token (cls)',
    { remedy: 'Choose one of them as `pooling`, or take another model' },
  )
}

async function loadTokenizer(folder: ModelFolder, { contextSize }: LoadRequest) {
  const maxTokens = Math.min(readFacts(folder).maxTokens, contextSize)
  return libraries.cutTokens(
    await libraries.createTokenizer(folder.tokenizer, folder.tokenizerConfig),
    maxTokens,
  )
}
