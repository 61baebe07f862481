import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { explain, Refusal, type ServedModel } from '@recallite/embeddings/process'
import { createLane, tryOut } from './lane.js'
import { createTokenizer, cutTokens, openSession } from './libraries.js'
import { choosePooling, createNetwork, type Network, type NetworkFile, type Pooling } from './network.js'
import { getAgain, type ModelFolder, readFacts, readModelFolder } from './read-model-folder.js'

/** What the child process is told to load. */
export interface LoadRequest {
  readonly modelPath: string
  readonly pooling: Pooling | undefined
  readonly threads: number
  readonly contextSize: number
}

/** Where networks run. */
export interface Runtime {
  /** Rejects with the reason if ONNX Runtime does not run here. */
  assertRuntime(): Promise<void>
  /** Rejects with a `Refusal` if the file is damaged or no model for embedding. */
  openNetwork(file: NetworkFile): Promise<Network>
}

/** Bytes of short texts that are computed together: with more, what is computed no longer fits into the processor's caches. */
const batchBytes = 512

/** The memory of all networks together, in bytes. */
const networkMemory = 750_000_000

/**
 * Loads a folder and tests the model on two texts.
 * @throws Refusal if the folder contains no usable model, or the libraries do not run here
 */
export async function loadModel(request: LoadRequest, runtime: Runtime): Promise<ServedModel> {
  const folder = await readModelFolder(request.modelPath)
  const pooling = request.pooling ?? judgePooling(folder)
  await runtime.assertRuntime().catch(refuse(notInstalled))
  const tokenize = await loadTokenizer(folder, request).catch(
    refuse({ reason: 'its tokenizer.json is damaged or of a kind unknown here', remedy: getAgain }),
  )
  const { weightsPath } = folder
  const { size } = await stat(weightsPath)
  const { networks: count, threads } = shareThreads(
    request.threads,
    Math.floor(networkMemory / bytesOfNetwork(size)),
  )
  const file = { weightsPath, pooling, threads }
  const first = await runtime.openNetwork(file)
  const tried = await tryOut(first, tokenize, folder)
  const others = await Promise.allSettled(Array.from({ length: count - 1 }, () => runtime.openNetwork(file)))
  // Where memory is short, fewer networks are enough.
  const networks = [first, ...others.flatMap((other) => (other.status === 'fulfilled' ? [other.value] : []))]
  return {
    name: `${basename(weightsPath)}, ${size} bytes`,
    dimensions: tried.dimensions,
    batchBytes,
    lanes: networks.map((network) => createLane({ network, tokenize, isBatchable: tried.isBatchable })),
  }
}

/**
 * Opens a network in this thread.
 * @throws Refusal if the file is damaged or no model for embedding
 */
export async function openNetwork(
  { weightsPath, pooling, threads }: NetworkFile,
  open = openSession,
): Promise<Network> {
  const session = await open(weightsPath, threads).catch(
    refuse({ reason: 'its weights do not load', remedy: getAgain }),
  )
  return createNetwork(session, pooling)
}

/** What a network takes at most, in bytes: 8-bit weights are kept as 32-bit numbers too, beside what is computed. */
export function bytesOfNetwork(fileSize: number): number {
  return 100_000_000 + 6 * fileSize
}

/**
 * How many networks there are, and the threads of each: networks of one thread, as many as there are threads, or as memory allows.
 * @param most networks that memory allows; there is one in any case
 */
export function shareThreads(threads: number, most: number): { networks: number; threads: number } {
  const networks = Math.max(1, Math.min(threads, most))
  return { networks, threads: Math.max(1, Math.floor(threads / networks)) }
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
  return cutTokens(await createTokenizer(folder.tokenizer, folder.tokenizerConfig), maxTokens)
}
