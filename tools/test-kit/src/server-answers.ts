import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gzipSync } from 'node:zlib'
import type { Answer } from './serve.js'

/** The head of an answer. */
export interface AnswerHead {
  /** Default 200. */
  readonly status?: number
  /** Default: JSON. */
  readonly headers?: Readonly<Record<string, string>>
}

const json = { 'content-type': 'application/json' }

/** Answers with a complete body. */
export function answerText(
  body: string | Uint8Array,
  { status = 200, headers = {} }: AnswerHead = {},
): Answer {
  return (_, response) => void response.writeHead(status, { ...json, ...headers }).end(body)
}

/** Answers with a complete body of JSON. */
export function answerJson(value: unknown, head?: AnswerHead): Answer {
  return answerText(JSON.stringify(value), head)
}

/** Each request gets the next answer. The last one repeats. */
export function inTurn(...answers: readonly [Answer, ...Answer[]]): Answer {
  let count = 0
  return (request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)] ?? answers[0]
    count += 1
    return answer(request, response)
  }
}

/** Accepts the request and never answers. */
export const silence = (): Answer => () => {}

/** Sends headers and the beginning of a body, then nothing. */
export function stall(beginning = '{', head: AnswerHead = {}): Answer {
  return (_, response) =>
    void response.writeHead(head.status ?? 200, { ...json, ...head.headers }).write(beginning)
}

/** Sends the body byte by byte, one every `every` milliseconds. */
export function drip(body: string, every: number): Answer {
  return (_, response) => {
    const bytes = Buffer.from(body)
    let sent = 0
    response.writeHead(200, json).flushHeaders()
    const timer = setInterval(() => {
      if (sent < bytes.length) response.write(bytes.subarray(sent, sent + 1))
      else response.end()
      sent += 1
    }, every)
    response.on('close', () => clearInterval(timer))
  }
}

/** Sends endless white space, which is valid before any JSON. */
export function endlessBody(): Answer {
  return (_, response) => send(response.writeHead(200, json), repeat(Buffer.alloc(65_536, ' '), Infinity))
}

/** Sends megabytes of white space, compressed to a thousandth of their size. */
export function gzipBomb(megabytes: number): Answer {
  const member = gzipSync(Buffer.alloc(2 ** 20, ' '))
  return (_, response) =>
    send(response.writeHead(200, { ...json, 'content-encoding': 'gzip' }), repeat(member, megabytes))
}

/** Resets the connection before sending a byte. */
export const reset = (): Answer => (_, response) => void response.socket?.resetAndDestroy()

/** Ends the connection in the middle of a chunked body. */
export function cutChunk(beginning: string): Answer {
  return (_, response) =>
    void response.writeHead(200, json).write(beginning, () => void response.socket?.destroy())
}

/** Ends the connection before the announced length. */
export function cutLength(beginning: string): Answer {
  return (_, response) => {
    const length = String(Buffer.byteLength(beginning) + 100)
    response.writeHead(200, { ...json, 'content-length': length })
    response.write(beginning, () => void response.socket?.destroy())
  }
}

/** Redirects the client. 307 and 308 require it to send the body again. */
export function redirectTo(location: string, status = 307): Answer {
  return (_, response) => void response.writeHead(status, { location }).end()
}

function* repeat(piece: Uint8Array, times: number): Generator<Uint8Array> {
  for (let sent = 0; sent < times; sent += 1) yield piece
}

/** Sends all pieces, or until the client disconnects. */
async function send(response: NodeJS.WritableStream, pieces: Iterable<Uint8Array>): Promise<void> {
  await pipeline(Readable.from(pieces), response).catch(() => {})
}
