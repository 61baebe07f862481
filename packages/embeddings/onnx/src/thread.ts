import { parentPort, workerData } from 'node:worker_threads'
import { explain } from '@recallite/embeddings/process'
import type { Tokens } from './libraries.js'
import { openNetwork } from './load-model.js'
import type { ThreadAnswer } from './network-thread.js'
import type { Network, NetworkFile } from './network.js'

/* The program of a thread that runs a network. */

const answer = (answered: ThreadAnswer) => parentPort?.postMessage(answered, [])

async function compute(network: Network, tokens: Tokens): Promise<void> {
  try {
    answer({ vector: await network.compute(tokens) })
  } catch (error) {
    answer(explain(error))
  }
}

try {
  const network = await openNetwork(workerData as NetworkFile)
  parentPort?.on('message', (tokens: Tokens) => void compute(network, tokens))
  answer({ vector: new Float32Array() })
} catch (error) {
  answer(explain(error))
}
