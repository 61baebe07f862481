import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Answer } from '@recallite/test-kit'

/** A file on a server. */
export interface ServedFile {
  readonly content: Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Stops after this many bytes; the connection is closed when the promise resolves. */
  readonly ends?: { readonly after: number; readonly cut?: Promise<void> }
}

/** Bytes that begin like a GGUF file, different for each seed. */
export function modelContent(bytes: number, seed = 1): Buffer {
  const content = Buffer.alloc(bytes)
  for (let index = 0, state = seed; index < bytes; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    content[index] = state >>> 16
  }
  content.write('GGUF', 'latin1')
  return content
}

/** Hexadecimal. */
export function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

function send(response: ServerResponse, body: Buffer, { ends }: ServedFile): void {
  if (!ends) return void response.end(body)
  response.write(body.subarray(0, ends.after))
  void ends.cut?.then(() => response.socket?.destroy())
}

/** Answers like a file server. */
export function serveFile(file: ServedFile): Answer {
  const { content, headers = {} } = file
  return (_, response) => {
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': String(content.length),
      ...headers,
    })
    send(response, content, file)
  }
}

/** Answers each path with its handler, others with 404. */
export function byPath(answers: Readonly<Record<string, Answer>>): Answer {
  return (request, response) => {
    const answer = answers[request.path.replace(/\?.*/, '')]
    return answer ? answer(request, response) : void response.writeHead(404).end('Not found')
  }
}
