import { createHash } from 'node:crypto'
import type { OpenFile } from '../inside-root.js'
import { localDay } from '../local-day.js'
import { lengthReason, type ReadText, type UnreadableSource } from './source-document.js'
import {
  readEntry,
  type SessionEntry,
  type SessionMessage,
  type TranscriptLine,
  transcriptLines,
} from './transcript-entries.js'

interface Session extends ReadText {
  readonly contentHash: string
}

/** In UTF-16 units. */
const longestTitle = 80
const blank = /^\s*$/u

/** What was read of a transcript so far. */
interface Reading {
  readonly blocks: string[]
  textBytes: number
  title: string | null
  session: string | undefined
  lastAt: number | undefined
  brokenLines: number
  /** The offset behind the last line that was whole. */
  bytes: number
}

/**
 * Reads the transcript of a session in pieces: what user and assistant said, message by message with an empty line in
 * between. Messages keep their lines, and none of them is a heading. Lines that are not JSON are skipped and counted, such as
 * a last line that is still being written; the metadata `bytes` ends before that one. The date is the day of the last
 * message, the title the first line of the user.
 */
export async function readSession({ descriptor, stats }: OpenFile): Promise<Session | UnreadableSource> {
  const hash = createHash('sha256')
  const part = { descriptor, from: 0, to: Number(stats.size) }
  const reading: Reading = {
    blocks: [],
    textBytes: 0,
    title: null,
    session: undefined,
    lastAt: undefined,
    brokenLines: 0,
    bytes: 0,
  }
  for await (const line of transcriptLines(part, (piece) => hash.update(piece))) {
    addLine(reading, line)
    const tooLong = lengthReason(reading.textBytes)
    if (tooLong !== undefined) return { reason: tooLong, isGone: true }
  }
  const { blocks, title, lastAt } = reading
  return {
    text: blocks.join('\n'),
    title,
    metadata: metadataOf(reading),
    date: lastAt === undefined ? undefined : localDay(lastAt),
    contentHash: hash.digest('hex'),
  }
}

function addLine(reading: Reading, { text, end, isEnded }: TranscriptLine): void {
  const isBlank = text !== undefined && blank.test(text)
  const entry = text === undefined || isBlank ? undefined : readEntry(text)
  if (entry) addEntry(reading, entry)
  else if (!isBlank) reading.brokenLines += 1
  if (entry || isEnded) reading.bytes = end
}

function addEntry(reading: Reading, { message, at, session }: SessionEntry): void {
  reading.session ??= session
  if (!message) return
  const text = block(message)
  reading.blocks.push(text)
  reading.textBytes += Buffer.byteLength(text) + 1
  reading.lastAt = at ?? reading.lastAt
  if (message.speaker === 'User') reading.title ??= titleOf(message)
}

function block({ speaker, text }: SessionMessage): string {
  return `${speaker}: ${text}\n`
}

function titleOf({ text }: SessionMessage): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  return cut(line.trim())
}

function cut(text: string): string {
  return text.length > longestTitle ? `${text.slice(0, longestTitle).toWellFormed().trimEnd()}…` : text
}

function metadataOf({ session, blocks, bytes, brokenLines }: Reading): ReadText['metadata'] {
  const broken = brokenLines > 0 ? { brokenLines } : {}
  return { ...(session === undefined ? {} : { session }), messages: blocks.length, bytes, ...broken }
}
