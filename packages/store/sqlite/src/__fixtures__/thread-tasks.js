// Tasks that tests run in the thread of a store.
import { setTimeout as sleep } from 'node:timers/promises'

const words = (text) => text.split(' ').map((word) => ({ form: word, stem: word }))

function chunk(id, text) {
  const place = { startLine: 1, endLine: 1, startColumn: null, endColumn: null }
  const inputs = [{ prefix: '', from: 0, to: text.length }]
  return { id, ...place, heading: [], text, tokens: 1, words: { text: words(text), parts: [], place: [] }, termList: new Uint8Array(), inputs }
}

async function write(store, number, text) {
  const marks = { contentHash: `${number}`, fingerprint: 'fingerprint', stamp: 'stamp', readAt: 1 }
  const document = { root: 'notes', path: `near-${number % 500}.md`, title: 'Title', metadata: {}, ...marks }
  await store.writeDocuments({ put: [{ document, chunks: [chunk(`near-${number}`, text)] }] })
}

/** Returns its input, and sends each part of it first. */
export async function echo(_store, input, { tell }) {
  for (const part of Array.isArray(input) ? input : []) tell(part)
  return input
}

/** Writes `count` documents of the word `near` into the root `notes`; sends their number after each. */
export async function writesDocuments(store, count, { tell }) {
  for (let number = 0; number < count; number += 1) {
    await write(store, number, `near ${number}`)
    tell(number + 1)
  }
  return (await store.status()).documents
}

/** Writes without pauses until it is aborted; ends without an error. */
export async function writesUntilAborted(store, _input, { tell, signal }) {
  let number = 0
  while (!signal.aborted) {
    await write(store, number, 'near')
    if (number === 0) tell('begun')
    number += 1
  }
  return number
}

/** Waits for an abort, sends its reason, and rejects with another error. */
export async function waitsForAbort(_store, _input, { tell, signal }) {
  tell('begun')
  while (!signal.aborted) await sleep(1)
  tell({ name: signal.reason.name, message: signal.reason.message })
  throw new TypeError('ended otherwise')
}

/** Blocks its thread until another thread writes a number other than 0 to `shared`. */
export async function blocksItsThread(_store, shared, { tell }) {
  tell('blocked')
  await sleep(10)
  Atomics.wait(shared, 0, 0)
  return shared[0]
}

/** An error like those of our packages. */
class CodedError extends Error {
  constructor(code, message, options) {
    super(message, options)
    this.name = 'CodedError'
    this.code = code
    Object.defineProperty(this, Symbol.for('recallite.CodedError'), { value: true })
  }

  get isRetryable() {
    return true
  }
}

export async function failsWithCode() {
  throw new CodedError('CODED', 'What to do next.', { cause: new RangeError('deep') })
}

export async function failsInTheStore(store) {
  await store.listDocuments('unknown')
}

export async function returnsAFunction() {
  return () => 1
}

export async function exits(_store, code) {
  process.exit(code)
}

export async function failsOutside(_store, fields) {
  setImmediate(() => {
    throw Object.assign(new Error('not caught'), fields)
  })
  await sleep(60_000)
}
