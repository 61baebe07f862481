import { createHash } from 'node:crypto'
import { readFileSync, readSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { localDay } from '../days.js'
import { redactSecrets } from '../indexer/redact-secrets.js'
import type { OpenFile } from '../system-paths.js'
import { lengthReason, type ReadText, type UnreadableSource } from './source-document.js'
import { readEntry, type SessionEntry, type SessionMessage } from './transcript-entry.js'

/** In UTF-16 units. */
const maxTitleLength = 80
/** Gemini CLI repeats a message when it has more of it; this many later messages may come between. */
const maxDistance = 100

const blank = /^\s*$/u

type Reading = ReturnType<typeof startReading>

/**
 * Reads a transcript in pieces: the messages of user and assistant without secrets, separated by empty lines. Consecutive messages of
 * one speaker are one turn. Lines that are not JSON, such as a last line that is still being written, are skipped and counted. The
 * date is the day of the last message, the title the user's first line. Of a text that is too long, the oldest messages become empty
 * lines.
 * @param isDocument whether the file is one JSON document instead of lines
 */
export async function readSession(
  file: OpenFile,
  isDocument: boolean,
): Promise<(ReadText & { readonly contentHash: string }) | UnreadableSource> {
  if (isDocument && file.stats.size > maxLineLength) return { reason: 'larger than 32 MB', isGone: true }
  const hash = createHash('sha256')
  const reading = startReading()
  const lines = (isDocument ? wholeFile : transcriptLines)(file, (piece) => hash.update(piece))
  for await (const line of lines) {
    if (line !== undefined && blank.test(line)) continue
    const entry = line === undefined ? undefined : readEntry(line)
    if (entry) addEntry(reading, entry)
    else reading.brokenLines += 1
  }
  return { ...textOf(reading), contentHash: hash.digest('hex') }
}

interface Block extends Pick<SessionMessage, 'speaker'> {
  readonly id: string | undefined
  /** Ends with an empty line. */
  readonly text: string
}

function startReading() {
  return {
    blocks: [] as Block[],
    textBytes: 0,
    /** Of the oldest messages, which are left out. */
    omitted: { messages: 0, lines: 0 },
    title: null as string | null,
    session: undefined as string | undefined,
    lastAt: undefined as number | undefined,
    brokenLines: 0,
  }
}

function addEntry(reading: Reading, { message, at, session, id, rewindTo, all = [] }: SessionEntry): void {
  reading.session ??= session
  if (rewindTo !== undefined || all.length > 0) rewind(reading, rewindTo)
  for (const entry of all) addEntry(reading, entry)
  if (message) addMessage(reading, { ...message, text: redactSecrets(message.text) }, id)
  if (message) reading.lastAt = at ?? reading.lastAt
}

function addMessage(reading: Reading, { speaker, text }: SessionMessage, id: string | undefined): void {
  const { blocks } = reading
  const block = { speaker, id, text: `${speaker}: ${text}\n` }
  const latest = id === undefined ? [] : blocks.slice(-maxDistance)
  const index = latest.findLastIndex((each) => each.id === id)
  if (index === -1) blocks.push(block)
  else blocks.splice(index - latest.length, 1, block)
  reading.textBytes += Buffer.byteLength(block.text) + 1
  if (speaker === 'User') reading.title ??= firstLine(text)
  if (lengthReason(reading.textBytes) !== undefined) omitOldest(reading)
}

/** Removes a message and all later ones; without an id, or if the message is unknown, all messages. */
function rewind({ blocks }: Reading, id?: string): void {
  blocks.length = Math.max(0, id === undefined ? 0 : blocks.findLastIndex((each) => each.id === id))
}

/** Omits about half of the text, so that a growing transcript loses text seldom, and always the same. Line numbers stay the same. */
function omitOldest(reading: Reading): void {
  const { blocks, omitted } = reading
  reading.textBytes = omitted.lines + blocks.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0)
  if (lengthReason(reading.textBytes) === undefined) return
  const limit = reading.textBytes / 2
  let count = 0
  for (const { text } of blocks.slice(0, -1)) {
    if (reading.textBytes <= limit) break
    const lines = linesIn(text)
    reading.textBytes -= Buffer.byteLength(text) + 1 - lines
    omitted.lines += lines
    count += 1
  }
  omitted.messages += count
  blocks.splice(0, count)
}

const linesIn = (text: string): number => text.split('\n').length

function firstLine(text: string): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const title = line.trim()
  if (title.length <= maxTitleLength) return title
  return `${title.slice(0, maxTitleLength).toWellFormed().trimEnd()}…`
}

function textOf({ blocks, omitted, title, session, lastAt, brokenLines }: Reading): ReadText {
  const turns: number[] = []
  let line = omitted.lines + 1
  for (const [index, { speaker, text }] of blocks.entries()) {
    if (speaker !== blocks[index - 1]?.speaker) turns.push(line)
    line += linesIn(text)
  }
  const metadata = {
    ...(session !== undefined && { session }),
    messages: blocks.length,
    ...(omitted.messages > 0 && { omittedMessages: omitted.messages }),
    ...(brokenLines > 0 && { brokenLines }),
  }
  const text = '\n'.repeat(omitted.lines) + blocks.map((block) => block.text).join('\n')
  return { text, turns, title, metadata, date: lastAt === undefined ? undefined : localDay(lastAt) }
}

const pieceBytes = 256 * 1024

/** In UTF-16 units; messages are shorter, even with pictures. */
const maxLineLength = 32 * 1024 * 1024

type OnPiece = (piece: Buffer) => void

function* wholeFile({ descriptor }: OpenFile, onPiece: OnPiece): Generator<string> {
  const bytes = readFileSync(descriptor)
  onPiece(bytes)
  yield bytes.toString('utf8')
}

/** The lines of a file; undefined for one that is too long. Yields to other work. `onPiece` receives all bytes in order. */
async function* transcriptLines(
  { descriptor, stats }: OpenFile,
  onPiece: OnPiece,
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
