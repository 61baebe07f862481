import { createHash } from 'node:crypto'
import type { OpenFile } from '../system-paths.js'
import { localDay } from '../days.js'
import { lengthReason, type ReadText, type UnreadableSource } from './source-document.js'
import {
  readEntry,
  type SessionEntry,
  type SessionMessage,
  type TranscriptLine,
  transcriptLines,
} from './transcript-entries.js'

/** In UTF-16 units. */
const longestTitle = 80
const blank = /^\s*$/u

type Reading = ReturnType<typeof startReading>

/**
 * Reads the transcript of a session in pieces: what user and assistant said, message by message with an empty line in
 * between. Messages keep their lines, and none of them is a heading. Lines that are not JSON are skipped and counted, such as
 * a last line that is still being written; the metadata `bytes` ends before that one. The date is the day of the last
 * message, the title the first line of the user.
 */
export async function readSession({
  descriptor,
  stats,
}: OpenFile): Promise<(ReadText & { readonly contentHash: string }) | UnreadableSource> {
  const hash = createHash('sha256')
  const part = { descriptor, from: 0, to: Number(stats.size) }
  const reading = startReading()
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

function startReading() {
  return {
    blocks: [] as string[],
    textBytes: 0,
    title: null as string | null,
    session: undefined as string | undefined,
    lastAt: undefined as number | undefined,
    brokenLines: 0,
    /** The offset after the last complete line. */
    bytes: 0,
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
  const text = `${message.speaker}: ${message.text}\n`
  reading.blocks.push(text)
  reading.textBytes += Buffer.byteLength(text) + 1
  reading.lastAt = at ?? reading.lastAt
  if (message.speaker === 'User') reading.title ??= firstLine(message)
}

function firstLine({ text }: SessionMessage): string {
  const [line = ''] = text.trimStart().split('\n', 1)
  const title = line.trim()
  return title.length > longestTitle ? `${title.slice(0, longestTitle).toWellFormed().trimEnd()}…` : title
}

function metadataOf({ session, blocks, bytes, brokenLines }: Reading): ReadText['metadata'] {
  const broken = brokenLines > 0 && { brokenLines }
  return { ...(session !== undefined && { session }), messages: blocks.length, bytes, ...broken }
}
