import { readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { decodeText } from './source-document.js'

/** A part of an open file. */
interface FilePart {
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

/*
 * What the lines of a transcript hold, as the programs that write them have it: OpenClaw and Pi
 * (`{type: 'message', message}`), Claude Code (`{type: 'user' | 'assistant', message}`), Codex
 * (`{type: 'response_item', payload}`), and plain `{role, content}`.
 */

/** Who said something. */
type Speaker = 'User' | 'Assistant'

/** What somebody said. */
export interface SessionMessage {
  readonly speaker: Speaker
  /** Not blank; with `\n` between lines. */
  readonly text: string
}

/** What is told by one line of a transcript. */
export interface SessionEntry {
  /** Undefined for what tools and programs say, for thoughts, and for the like. */
  readonly message?: SessionMessage | undefined
  /** When it was written, in milliseconds since the epoch. */
  readonly at?: number | undefined
  /** The session's name, where the line tells it. */
  readonly session?: string | undefined
}

type JsonRecord = Readonly<Record<string, unknown>>

const speakers: ReadonlyMap<unknown, Speaker> = new Map([
  ['user', 'User'],
  ['assistant', 'Assistant'],
])

/** Parts of a message that are text; others are tool calls, results, thoughts and pictures. */
const textParts: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text'])

/** Claude Code's marks of lines that nobody said in this conversation. */
const metaMarks = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage']

/** Whole messages that programs put into the user's mouth. */
const wrapped =
  /^<(environment_context|user_instructions|system-reminder|local-command-stdout|local-command-caveat|turn_aborted)>[^]*<\/\1>$/u

/** The last millisecond of the year 9999; later ones are no times. */
const latestTime = 253_402_300_799_999

/** What is less is in seconds. */
const leastMilliseconds = 100_000_000_000

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

/** Reads a line of a transcript; undefined where it is broken. */
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

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The part of a line that has a role: a message in it, the payload of a response, or the line itself. */
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
  return cleaned(parts.flatMap(partText).join('\n'))
}

/** NUL and lone surrogates would not come back from a store as they are. */
function cleaned(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD').toWellFormed()
  return lines.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd()
}

function partText(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (!isRecord(part) || !textParts.has(part.type) || typeof part.text !== 'string') return []
  return [part.text]
}

function timeOf(record: JsonRecord | undefined): number | undefined {
  const time = milliseconds(record?.timestamp ?? record?.created_at ?? record?.ts)
  return time > 0 && time <= latestTime ? time : undefined
}

function milliseconds(told: unknown): number {
  if (typeof told === 'string') return Date.parse(told)
  if (typeof told !== 'number') return Number.NaN
  return told < leastMilliseconds ? told * 1000 : told
}

/** OpenClaw and Codex begin with a line about the session, Claude Code names it in every line. */
function sessionOf(line: JsonRecord): string | undefined {
  const about = line.type === 'session_meta' && isRecord(line.payload) ? line.payload : line
  const isAbout = line.type === 'session' || line.type === 'session_meta'
  const told = isAbout ? about.id : (line.sessionId ?? line.session_id)
  return typeof told === 'string' && told !== '' ? told.toWellFormed() : undefined
}
