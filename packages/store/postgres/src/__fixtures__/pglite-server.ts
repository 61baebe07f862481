import { createServer, type Socket } from 'node:net'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import type { TestServer } from './test-servers.js'

/**
 * Starts PostgreSQL 18 with pgvector in this process, on a free port. All connections share its single session, so a group of
 * messages, or a transaction from BEGIN to COMMIT, runs without interruption.
 */
export async function startPglite(): Promise<TestServer> {
  const db = await PGlite.create({ extensions: { vector } })
  const turns = createTurns(db)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay())
    serve(socket, turns)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      turns.leave(socket)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `postgres://postgres:secret@127.0.0.1:${port}/postgres`,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await db.close()
    },
  }
}

type Turns = ReturnType<typeof createTurns>

/** Lets one connection at a time use the session, until the end of its transaction. */
function createTurns(db: PGlite) {
  let owner: Socket | undefined
  let isRunning = false
  let waiting: { readonly socket: Socket; readonly messages: readonly Buffer[] }[] = []

  async function runNext(): Promise<void> {
    if (isRunning) return
    const next = waiting.find(({ socket }) => owner === undefined || socket === owner)
    if (!next) return
    isRunning = true
    waiting = waiting.filter((one) => one !== next)
    const answers: Uint8Array[] = []
    for (const message of next.messages) answers.push(await db.execProtocolRaw(message))
    const last = Buffer.concat(answers)
    if (next.socket.writable) next.socket.write(last)
    // The last byte of an answer is the transaction status.
    owner = last.length > 0 && last.at(-1) !== idle && !next.socket.destroyed ? next.socket : undefined
    if (next.socket.destroyed && last.at(-1) !== idle) await db.execProtocolRaw(rollback)
    isRunning = false
    void runNext()
  }

  return {
    add(socket: Socket, messages: readonly Buffer[]): void {
      waiting.push({ socket, messages })
      void runNext()
    },
    leave(socket: Socket): void {
      waiting = waiting.filter((one) => one.socket !== socket)
      if (owner !== socket) return
      waiting.unshift({ socket, messages: [rollback] })
      void runNext()
    },
  }
}

const idle = 'I'.charCodeAt(0)
const rollback = Buffer.from('Q\0\0\0\rROLLBACK\0', 'latin1')
const sslRequest = 80_877_103
const [query, sync, terminate] = ['Q', 'S', 'X'].map((letter) => letter.charCodeAt(0))

/** Splits the input of a client into messages, and forwards them in groups that the server answers. */
function serve(socket: Socket, turns: Turns): void {
  let left = Buffer.alloc(0)
  let messages: Buffer[] = []
  let isBegun = false

  function take(message: Buffer): void {
    const [kind] = message
    if (!isBegun) {
      if (message.length === 8 && message.readInt32BE(4) === sslRequest) return void socket.write('N')
      isBegun = true
      return turns.add(socket, [message])
    }
    if (kind === terminate) return void socket.end()
    messages.push(message)
    if (kind !== query && kind !== sync) return undefined
    turns.add(socket, messages)
    messages = []
    return undefined
  }

  socket.on('data', (data) => {
    left = Buffer.concat([left, typeof data === 'string' ? Buffer.from(data) : data])
    for (let length = lengthOf(left, isBegun); left.length >= length; length = lengthOf(left, isBegun)) {
      const message = left.subarray(0, length)
      left = left.subarray(length)
      take(message)
    }
  })
}

/** The first message of a connection has no type byte before its length. */
function lengthOf(bytes: Buffer, isBegun: boolean): number {
  const at = isBegun ? 1 : 0
  return bytes.length < at + 4 ? Infinity : at + bytes.readInt32BE(at)
}
