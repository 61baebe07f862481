import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { explain, oneByOne, Refusal, type ServedModel } from '@recallite/embeddings/process'
import { createTokenizer, cutTokens, openSession } from './libraries.js'
import {
  choosePooling,
  createNetwork,
  type Network,
  type NetworkFile,
  type Pooling,
  type Reading,
} from './network.js'
import { framePairs } from './pairs.js'
import { getAgain, type ModelFolder, readFacts, readModelFolder } from './read-model-folder.js'

/** The settings passed to the child process. */
export interface LoadRequest {
  readonly modelPath: string
  /** Undefined to embed as the folder states. */
  readonly reading: Reading | undefined
  readonly threads: number
  readonly contextSize: number
}

/** The runtime, which tests replace. */
export interface Runtime {
  /** Rejects with the reason if ONNX Runtime does not run here. */
  assertRuntime(): Promise<void>
  /** Rejects with a `Refusal` if the file is damaged or not a model for the task. */
  openNetwork(file: NetworkFile): Promise<Network>
}

/** Bytes of short texts sent together, so that answers do not wait for messages. */
const batchBytes = 512

/** The memory limit of all networks together, in bytes. */
const networkMemory = 750_000_000

/** Loads a folder and tests the model. Rejects with a `Refusal` if the model is unusable or the libraries do not run here. */
export async function loadModel(request: LoadRequest, runtime: Runtime): Promise<ServedModel> {
  const folder = await readModelFolder(request.modelPath)
  const reading = request.reading ?? judgePooling(folder)
  await runtime.assertRuntime().catch(refuse(notInstalled))
  const compute = await loadTokenizer(folder, { ...request, reading }).catch(
    refuse({ reason: 'its tokenizer.json is damaged or of an unsupported kind', remedy: getAgain }),
  )
  const { weightsPath } = folder
  const { size } = await stat(weightsPath)
  const { networks: count, threads } = shareThreads(
    request.threads,
    Math.floor(networkMemory / bytesOfNetwork(size)),
  )
  const file = { weightsPath, reading, threads }
  const first = await runtime.openNetwork(file)
  const tried = () => compute(first, 'a text to try the model with', 'which text')
  const dimensions = await tryOut(tried, { ...folder, reading })
  const others = await Promise.allSettled(Array.from({ length: count - 1 }, () => runtime.openNetwork(file)))
  // If memory is short, fewer networks are enough.
  const networks = [first, ...others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))]
  return {
    name: `${basename(weightsPath)}, ${size} bytes`,
    dimensions,
    batchBytes,
    // One text at a time: with 8-bit weights, as in most models, a vector depends on the other texts of its batch.
    lanes: networks.map((network) => oneByOne((text, query) => compute(network, text, query))),
  }
}

/** Computes the vector of a text, or its logit for a query. */
type Compute = (network: Network, text: string, query: string) => Promise<Float32Array>

/** Returns the length of the vectors; throws `Refusal` if they are unusable. Corrupted weights often make every vector NaN. */
async function tryOut(
  compute: () => Promise<Float32Array>,
  { reading, ...folder }: Pick<ModelFolder, 'config' | 'tokenizerConfig'> & { readonly reading: Reading },
): Promise<number> {
  const [does, given] = reading === 'logit' ? ['score', 'scores'] : ['embed', 'vectors']
  const vector = await compute().catch(refuse({ reason: `it does not ${does} a text`, remedy: getAgain }))
  const { length } = vector
  const dimensions = reading === 'logit' ? 1 : (readFacts(folder).dimensions ?? length)
  if (dimensions !== length)
    throw new Refusal(`its vectors have ${length} numbers, but its config.json says ${dimensions}`, {
      remedy: getAgain,
    })
  if (!vector.every(Number.isFinite))
    throw new Refusal(`its ${given} are not numbers, so it is damaged`, { remedy: getAgain })
  return dimensions
}

/** Opens a network in this thread; rejects with a `Refusal`. */
export async function openNetwork(
  { weightsPath, reading, threads }: NetworkFile,
  open = openSession,
): Promise<Network> {
  const session = await open(weightsPath, threads).catch(
    refuse({ reason: 'its weights do not load', remedy: getAgain }),
  )
  return createNetwork(session, reading)
}

/** Maximum memory of a network, in bytes: 8-bit weights are also stored as 32-bit numbers, plus what is computed. */
export function bytesOfNetwork(fileSize: number): number {
  return 100_000_000 + 6 * fileSize
}

/** The number of networks, at least 1 and at most `max`, and the threads of each: one network per thread if memory allows. */
export function shareThreads(threads: number, max: number): { networks: number; threads: number } {
  const networks = Math.max(1, Math.min(threads, max))
  return { networks, threads: Math.max(1, Math.floor(threads / networks)) }
}

const notInstalled = {
  reason: 'ONNX Runtime does not start here',
  remedy:
    'Install @recallite/embeddings-onnx again, on Linux with glibc, on Windows, or on macOS with Apple silicon',
}

/** Returns a rejection handler that throws a `Refusal` with the cause. */
function refuse({ reason, remedy }: { readonly reason: string; readonly remedy: string }) {
  return (cause: unknown): never => {
    throw new Refusal(`${reason} (${explain(cause).reason})`, { remedy, cause })
  }
}

function judgePooling({ name, poolingConfig }: ModelFolder): Pooling {
  const pooling = choosePooling(name, poolingConfig)
  if (pooling !== undefined) return pooling
  throw new Refusal(
    'its 1_Pooling/config.json requires pooling other than the mean or the first token (cls)',
    { remedy: 'Set `pooling` to one of them, or use another model' },
  )
}

async function loadTokenizer(
  folder: ModelFolder,
  { contextSize, reading }: Pick<LoadRequest, 'contextSize' | 'reading'>,
): Promise<Compute> {
  const maxTokens = Math.min(readFacts(folder).maxTokens, contextSize)
  const tokenizer = await createTokenizer(folder.tokenizer, folder.tokenizerConfig)
  if (reading === 'logit') {
    const pairsOf = framePairs(tokenizer, maxTokens)
    return async (network, text, query) => {
      const logits: number[] = []
      for (const pair of pairsOf(query, text)) logits.push(...(await network.compute(pair)))
      return Float32Array.of(Math.max(...logits))
    }
  }
  const cut = cutTokens(tokenizer.tokenize, maxTokens)
  return async (network, text) => network.compute({ ids: cut(text) })
}
