import type { IncomingMessage } from 'node:http'

/** Reads a request's body as text; undefined where it has more bytes than allowed, of which no more are kept. */
export function readBody(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let bytes = 0
    request.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= mostBytes) return void parts.push(part)
      // The rest is let pass, so that the sender gets to read why it was refused.
      parts.length = 0
      resolve(undefined)
    })
    request.on('end', () => resolve(bytes > mostBytes ? undefined : Buffer.concat(parts).toString('utf8')))
    request.on('error', reject)
  })
}
