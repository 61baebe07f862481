import { createHash } from 'node:crypto'
import type { OpenFile } from '../system-paths.js'
import { localDay } from '../days.js'
import { lengthReason, type ReadText, type UnreadableSource } from './source-document.js'
import { readTime } from '@recallite/store/records'
import { readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'

/** In UTF-16 units. */
const maxTitleLength = 80
const blank = /^\s*$/u

type Reading = ReturnType<typeof startReading>

/**
 * Reads a transcript in pieces: the messages of user and assistant, separated by empty lines. Consecutive messages of one speaker
 * are one turn. Lines that are not JSON, such as a last line that is still being written, are skipped and counted. The date is the
 * day of the last message, the title the user's first line.
 */
export async function readSession(
  file: OpenFile,
): Promise<(ReadText & { readonly contentHash: string }) | UnreadableSource> {
  const hash = createHash('sha256')
  const reading = startReading()
  for await (const line of transcriptLines(file, (piece) => hash.update(piece))) {
    if (line !== undefined && blank.test(line)) continue
    const entry = line === undefined ? undefined : readEntry(line)
    if (entry) addEntry(reading, entry)
    else reading.brokenLines += 1
    const tooLong = lengthReason(reading.textBytes)
    if (tooLong !== undefined) return { reason: tooLong, isGone: true }
  }
  const { blocks, turns, title, lastAt } = reading
  return {
    text: blocks.join('\n'),
    turns,
    title,
    metadata: metadataOf(reading),
    date: lastAt === undefined ? undefined : localDay(lastAt),
    contentHash: hash.digest('hex'),
  }
}

function startReading() {
  return {
    blocks: [] as string[],
    textBytes: 0,
    lines: 0,
    turns: [] as number[],
    speaker: undefined as Speaker | undefined,
    title: null as string | null,
    session: undefined as string | undefined,
    lastAt: undefined as number | undefined,
    brokenLines: 0,
  }
}

function addEntry(reading: Reading, { message, at, session }: SessionEntry): void {
  reading.session ??= session
  if (!message) return
  const text = `${message.speaker}: ${message.text}\n`
  if (message.speaker !== reading.speaker) reading.turns.push(reading.lines + 1)
  reading.speaker = message.speaker
  reading.lines += text.split('\n').length
  reading.blocks.push(text)
  reading.textBytes += Buffer.byteLength(text) + 1
  reading.lastAt = at ?? reading.lastAt
  if (message.speaker === 'User') reading.title ??= firstLine(message)
}

function firstLine({ text }: SessionMessage): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const title = line.trim()
  if (title.length <= maxTitleLength) return title
  return `${title.slice(0, maxTitleLength).toWellFormed().trimEnd()}…`
}

function metadataOf({ session, blocks, brokenLines }: Reading): ReadText['metadata'] {
  const broken = brokenLines > 0 && { brokenLines }
  return { ...(session !== undefined && { session }), messages: blocks.length, ...broken }
}

const pieceBytes = 256 * 1024

/** In UTF-16 units; messages are shorter, even with pictures. */
const maxLineLength = 32 * 1024 * 1024

/*
 * The formats of transcript lines: OpenClaw and Pi (`{type: 'message', message}`), Claude Code
 * (`{type: 'user' | 'assistant', message}`), Codex (`{type: 'response_item', payload}`), and plain `{role, content}`.
 */

type Speaker = 'User' | 'Assistant'

interface SessionMessage {
  readonly speaker: Speaker
  /** Not blank; with `\n` line ends. */
  readonly text: string
}

interface SessionEntry {
  /** Undefined for output of tools and programs, thoughts and the like. */
  readonly message?: SessionMessage | undefined
  /** In milliseconds since the epoch. */
  readonly at?: number | undefined
  /** The name of the session, if the line contains it. */
  readonly session?: string | undefined
}

type JsonRecord = Readonly<Record<string, unknown>>

const speakers: ReadonlyMap<unknown, Speaker> = new Map([
  ['user', 'User'],
  ['assistant', 'Assistant'],
])

/** Types of message parts that are text; others are tool calls, results, thoughts and pictures. */
const textParts: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text'])

/** Claude Code marks lines outside the conversation with these. */
const metaMarks = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage']

/** Messages that programs send as the user. */
const wrapped =
  /^<(environment_context|user_instructions|system-reminder|local-command-stdout|local-command-caveat|turn_aborted)>[^]*<\/\1>$/u

/** The lines of a file; undefined for one that is too long. Yields to other work. `onPiece` receives all bytes in order. */
async function* transcriptLines(
  { descriptor, stats }: OpenFile,
  onPiece: (piece: Buffer) => void,
): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const buffer = Buffer.allocUnsafe(pieceBytes)
  const size = Number(stats.size)
  let rest: string | undefined = ''
  for (let position = 0, read = -1; position < size && read !== 0; position += read) {
    read = readSync(descriptor, buffer, 0, Math.min(pieceBytes, size - position), position)
    const piece = buffer.subarray(0, read)
    onPiece(piece)
    const [first = '', ...lines] = decoder.decode(piece, { stream: true }).split('\n')
    const begun: string | undefined = rest === undefined ? undefined : rest + first
    if (lines.length > 0) {
      yield begun
      yield* lines.slice(0, -1)
    }
    rest = lines.length > 0 ? lines.at(-1) : begun
    if (rest !== undefined && rest.length > maxLineLength) rest = undefined
    await setImmediate()
  }
  if (rest !== '') yield rest
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

const timeOf = (record: JsonRecord | undefined): number | undefined =>
  readTime(record?.timestamp ?? record?.created_at ?? record?.ts)

/** OpenClaw and Codex write a first line about the session; Claude Code names it in every line. */
function sessionOf(line: JsonRecord): string | undefined {
  const about = line.type === 'session_meta' && isRecord(line.payload) ? line.payload : line
  const isAbout = line.type === 'session' || line.type === 'session_meta'
  const name = isAbout ? about.id : (line.sessionId ?? line.session_id)
  return typeof name === 'string' && name !== '' ? name.toWellFormed() : undefined
}
