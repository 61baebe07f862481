import { readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { decodeText } from './source-document.js'

interface FilePart {
  readonly descriptor: number
  /** Offsets in bytes; `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** A line of a transcript file. */
export interface TranscriptLine {
  /** Undefined if it is too long or not UTF-8. */
  readonly text: string | undefined
  /** The offset after the line and its line end, in bytes. */
  readonly end: number
  /** False for a last line without a line end, which another process may still be writing. */
  readonly isEnded: boolean
}

const pieceBytes = 256 * 1024

/** In bytes; messages are shorter, pictures included. */
const longestLine = 32 * 1024 * 1024
const newline = 0x0a

/*
 * The formats of transcript lines: OpenClaw and Pi (`{type: 'message', message}`), Claude Code
 * (`{type: 'user' | 'assistant', message}`), Codex (`{type: 'response_item', payload}`), and plain `{role, content}`.
 */

type Speaker = 'User' | 'Assistant'

/** A message of the user or the assistant. */
export interface SessionMessage {
  readonly speaker: Speaker
  /** Not blank; with `\n` between lines. */
  readonly text: string
}

/** The content of one line of a transcript. */
export interface SessionEntry {
  /** Undefined for output of tools and programs, for thoughts and the like. */
  readonly message?: SessionMessage | undefined
  /** When it was written, in milliseconds since the epoch. */
  readonly at?: number | undefined
  /** The session's name, if the line contains it. */
  readonly session?: string | undefined
}

type JsonRecord = Readonly<Record<string, unknown>>

const speakers: ReadonlyMap<unknown, Speaker> = new Map([
  ['user', 'User'],
  ['assistant', 'Assistant'],
])

/** Types of message parts that are text; others are tool calls, results, thoughts and pictures. */
const textParts: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text'])

/** Claude Code marks lines that are not part of the conversation with these. */
const metaMarks = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage']

/** Messages that programs send in the name of the user. */
const wrapped =
  /^<(environment_context|user_instructions|system-reminder|local-command-stdout|local-command-caveat|turn_aborted)>[^]*<\/\1>$/u

/** The last millisecond of the year 9999; larger numbers are not times. */
const latestTime = 253_402_300_799_999

/** Smaller numbers are seconds. */
const leastMilliseconds = 100_000_000_000

/**
 * The lines of a part of a file that begins at a line; needs memory for one line, not for the file. `onPiece` receives all
 * bytes in order.
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

/** Reads a line of a transcript; undefined if it is not a JSON object. */
export function readEntry(line: string): SessionEntry | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (!isRecord(value)) return undefined
  const spoken = spokenPart(value)
  return { message: messageOf(spoken), at: timeOf(value) ?? timeOf(spoken), session: sessionOf(value) }
}

/** Assembles a line from pieces, unless it is too long. */
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

/** Reads a part of a file piece by piece and yields to other work in between. A piece is overwritten by the next. */
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

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object with a role: the message of a line, the payload of a response, or the line itself. */
function spokenPart(line: JsonRecord): JsonRecord | undefined {
  if (metaMarks.some((mark) => line[mark] === true)) return undefined
  if (isRecord(line.message)) return line.message
  if (!isRecord(line.payload)) return line
  return line.type === 'response_item' && line.payload.type === 'message' ? line.payload : undefined
}

function messageOf(spoken: JsonRecord | undefined): SessionMessage | undefined {
  const speaker = speakers.get(spoken?.role)
  if (!spoken || !speaker) return undefined
  const text = contentText(spoken.content)
  return text.trim() === '' || wrapped.test(text.trim()) ? undefined : { speaker, text }
}

function contentText(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  const text = parts.flatMap(partText).join('\n')
  // A store does not return NUL and lone surrogates unchanged.
  const clean = text.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD').toWellFormed()
  return clean.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd()
}

function partText(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (!isRecord(part) || !textParts.has(part.type) || typeof part.text !== 'string') return []
  return [part.text]
}

function timeOf(record: JsonRecord | undefined): number | undefined {
  const time = toMilliseconds(record?.timestamp ?? record?.created_at ?? record?.ts)
  return time > 0 && time <= latestTime ? time : undefined
}

function toMilliseconds(value: unknown): number {
  if (typeof value === 'string') return Date.parse(value)
  if (typeof value !== 'number') return Number.NaN
  return value < leastMilliseconds ? value * 1000 : value
}

/** OpenClaw and Codex write a first line about the session; Claude Code names the session in every line. */
function sessionOf(line: JsonRecord): string | undefined {
  const about = line.type === 'session_meta' && isRecord(line.payload) ? line.payload : line
  const isAbout = line.type === 'session' || line.type === 'session_meta'
  const name = isAbout ? about.id : (line.sessionId ?? line.session_id)
  return typeof name === 'string' && name !== '' ? name.toWellFormed() : undefined
}
