import { PassThrough, pipeline, Readable } from 'node:stream'

/** How many bytes of requests are held back, once or twice, so that the end of the input is seen behind them. */
const heldBytes = 2 * 1024 * 1024

const lineEnd = 0x0a

/** The parts of a chunk, each up to the end of a line. */
function* piecesOf(chunk: Buffer): Generator<Buffer> {
  let start = 0
  while (start < chunk.length) {
    const end = chunk.indexOf(lineEnd, start)
    const next = end === -1 ? chunk.length : end + 1
    yield chunk.subarray(start, next)
    start = next
  }
}

async function* oneByOne(input: AsyncIterable<Buffer>, ready: () => Promise<void>): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    for (const piece of piecesOf(chunk)) {
      await ready()
      yield piece
    }
  }
}

/**
 * An input line by line, each handed on when `ready` resolves: a client that asks and never reads costs what is held back
 * and no more. The input itself ends when its last byte is held.
 */
export function pacedInput(input: Readable, ready: () => Promise<void>): Readable {
  const held = new PassThrough({ readableHighWaterMark: heldBytes })
  // Whoever reads the paced input is told of a failure there.
  pipeline(input, held, () => undefined)
  return Readable.from(oneByOne(held, ready))
}
