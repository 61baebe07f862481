import { readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { decodeText } from '../decode-text.js'

/** A part of an open file. */
export interface FilePart {
  readonly descriptor: number
  /** Offsets in bytes; `to` is not part of it. */
  readonly from: number
  readonly to: number
}

/** A line of a transcript. */
export interface TranscriptLine {
  /** Undefined where it is too long or not UTF-8. */
  readonly text: string | undefined
  /** The offset behind the line and its end, in bytes. */
  readonly end: number
  /** False for a last line that has no end: it may still be being written. */
  readonly isEnded: boolean
}

const pieceBytes = 256 * 1024

/** What people and models say is shorter, pictures included. */
const longestLine = 32 * 1024 * 1024

const newline = 0x0a

/** Reads a part of a file in pieces, and lets other work run in between. Pieces are good until the next is asked for. */
async function* readPieces({ descriptor, from, to }: FilePart): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafe(pieceBytes)
  for (let position = from; position < to;) {
    const read = readSync(descriptor, buffer, 0, Math.min(pieceBytes, to - position), position)
    if (read === 0) return
    position += read
    yield buffer.subarray(0, read)
    await setImmediate()
  }
}

/** Puts a line together from pieces, as long as it is not too long. */
function createLineBuffer() {
  let parts: Buffer[] = []
  let length = 0
  return {
    add(part: Buffer): void {
      length += part.length
      if (length <= longestLine) parts.push(Buffer.from(part))
      else parts = []
    },
    take(last: Buffer): string | undefined {
      const isTooLong = length + last.length > longestLine
      const bytes = length === 0 ? last : Buffer.concat([...parts, last])
      parts = []
      length = 0
      return isTooLong ? undefined : decodeText(bytes)
    },
    get isEmpty() {
      return length === 0
    },
  }
}

/**
 * The lines of a part of a file, which begins at a line; memory is needed for a line, not for the file. `onPiece` is
 * given all bytes in order.
 */
export async function* transcriptLines(
  part: FilePart,
  onPiece: (piece: Buffer) => void = () => {},
): AsyncGenerator<TranscriptLine> {
  const line = createLineBuffer()
  let end = part.from
  for await (const piece of readPieces(part)) {
    onPiece(piece)
    let start = 0
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, start)) {
      const text = line.take(piece.subarray(start, at))
      yield { text, end: end + at + 1, isEnded: true }
      start = at + 1
    }
    if (start < piece.length) line.add(piece.subarray(start))
    end += piece.length
  }
  if (!line.isEmpty) yield { text: line.take(Buffer.alloc(0)), end, isEnded: false }
}
