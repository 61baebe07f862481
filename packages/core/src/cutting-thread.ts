/*
 * The program of a thread that reads and cuts files for an index run, and leaves the database to the thread that asks.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { CuttingAnswer, CuttingQuestion } from './indexer/cutting-threads.js'
import { createFilePacker } from './indexer/packed-files.js'
import { prepareSome, type PrepareOptions } from './indexer/prepare-file.js'

const options = workerData as PrepareOptions
const pack = createFilePacker()
let last = Promise.resolve()

async function answer({ number, files }: CuttingQuestion): Promise<void> {
  try {
    const { packed, buffers } = pack(await prepareSome(files, options, {}))
    send({ number, packed }, buffers)
  } catch {
    // The thread that asked prepares the file again, and so learns what happened.
    send({ number, packed: undefined }, [])
  }
}

function send(message: CuttingAnswer, buffers: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(message, [...buffers])
}

parentPort?.on('message', (question: CuttingQuestion) => {
  last = last.then(() => answer(question))
})
