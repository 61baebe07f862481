/*
 * What the lines of a transcript hold, as the programs that write them have it: OpenClaw and Pi
 * (`{type: 'message', message}`), Claude Code (`{type: 'user' | 'assistant', message}`), Codex
 * (`{type: 'response_item', payload}`), and plain `{role, content}`.
 */

/** Who said something. */
export type Speaker = 'User' | 'Assistant'

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

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function partText(part: unknown): string[] {
  if (typeof part === 'string') return [part]
  if (!isRecord(part) || !textParts.has(part.type) || typeof part.text !== 'string') return []
  return [part.text]
}

/** NUL and lone surrogates would not come back from a store as they are. */
function cleaned(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').replaceAll('\0', '\uFFFD').toWellFormed()
  return lines.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd()
}

function contentText(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content]
  return cleaned(parts.flatMap(partText).join('\n'))
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

function milliseconds(told: unknown): number {
  if (typeof told === 'string') return Date.parse(told)
  if (typeof told !== 'number') return Number.NaN
  return told < leastMilliseconds ? told * 1000 : told
}

function timeOf(record: JsonRecord | undefined): number | undefined {
  const time = milliseconds(record?.timestamp ?? record?.created_at ?? record?.ts)
  return time > 0 && time <= latestTime ? time : undefined
}

/** OpenClaw and Codex begin with a line about the session, Claude Code names it in every line. */
function sessionOf(line: JsonRecord): string | undefined {
  const about = line.type === 'session_meta' && isRecord(line.payload) ? line.payload : line
  const isAbout = line.type === 'session' || line.type === 'session_meta'
  const told = isAbout ? about.id : (line.sessionId ?? line.session_id)
  return typeof told === 'string' && told !== '' ? told.toWellFormed() : undefined
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
