import { parentPort } from 'node:worker_threads'
import { fuzz } from './fuzz.js'

/** @param {unknown} message */
const tell = (message) => parentPort?.postMessage(message, [])

/** A thread that makes the searches it is sent, part by part, and tells what fails. */
parentPort?.on('message', async (request) => {
  await fuzz({ ...request, onFailure: (failure) => tell({ failure }) })
  tell({ done: request.queries })
})
