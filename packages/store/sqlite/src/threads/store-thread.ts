import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { openSqliteStore } from '../open-store.js'
import { openingNumber, type ThreadAnswer, type ThreadData } from './protocol.js'
import { answer, serveStore } from './serve-store.js'

/*
 * The program of a thread: it opens a store, says how that went, and does what it is asked until it is ended.
 */

/** A request that cannot be read has no number to answer to: all that wait are to hear of it. */
function endBy(error: Error): never {
  throw error
}

async function serve(port: MessagePort, { connection, predecessors, questions }: ThreadData): Promise<void> {
  const send = (message: ThreadAnswer) => port.postMessage(message, [])
  await answer(send, openingNumber, async () => {
    const store = await openSqliteStore(connection)
    // The state of a new connection may have the name of another state of the one before it.
    const generation = async () => `${predecessors}.${await store.generation()}`
    port.on('messageerror', endBy)
    port.on('message', serveStore({ ...store, generation }, send, questions))
  })
}

if (parentPort !== null) await serve(parentPort, workerData as ThreadData)
