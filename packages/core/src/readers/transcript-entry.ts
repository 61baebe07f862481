import { readTime } from '@recallite/store/records'

/*
 * The formats of transcript lines: OpenClaw and Pi (`{type: 'message', message}`), Claude Code
 * (`{type: 'user' | 'assistant', message}`), Codex (`{type: 'response_item', payload}`), Gemini CLI (`{type: 'user' | 'gemini',
 * content}`, `{$set}` and `{$rewindTo}`, or one document `{messages}`), and plain `{role, content}`.
 */

type Speaker = 'User' | 'Assistant'

/** What a user or an assistant said. */
export interface SessionMessage {
  readonly speaker: Speaker
  /** Not blank; with `\n` line ends. */
  readonly text: string
}

/** What a line of a transcript contains. */
export interface SessionEntry {
  /** Undefined for output of tools and programs, thoughts and the like. */
  readonly message?: SessionMessage | undefined
  /** In milliseconds since the epoch. */
  readonly at?: number | undefined
  /** The name of the session, if the line contains it. */
  readonly session?: string | undefined
  /** The id of the message, if later lines may repeat or withdraw it. */
  readonly id?: string | undefined
  /** The id of the first message that is withdrawn. */
  readonly rewindTo?: string | undefined
  /** All messages up to here, which replace those of earlier lines. */
  readonly all?: readonly SessionEntry[] | undefined
}

type JsonRecord = Readonly<Record<string, unknown>>

const speakers: ReadonlyMap<unknown, Speaker> = new Map([
  ['user', 'User'],
  ['assistant', 'Assistant'],
  ['gemini', 'Assistant'],
])

/** Types of message parts that are text; others are tool calls, results, thoughts and pictures. */
const textParts: ReadonlySet<unknown> = new Set([undefined, 'text', 'input_text', 'output_text'])

/** Types of lines with a message; others, such as `api-request-blob` of Claude Code, repeat messages. */
const messageLines: ReadonlySet<unknown> = new Set([undefined, 'message', 'user', 'assistant'])

/** Claude Code marks lines outside the conversation with these. */
const metaMarks = ['isMeta', 'isSidechain', 'isCompactSummary', 'isApiErrorMessage']

/** Messages that programs send as the user. */
const wrapped =
  /^<(environment_context|user_instructions|session_context|system-reminder|local-command-stdout|local-command-caveat|turn_aborted)>[^]*<\/\1>$/u

/** Reads a line of a transcript, or a transcript that is one document; undefined if it is not a JSON object. */
export function readEntry(line: string): SessionEntry | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  return isRecord(value) ? entryOf(value) : undefined
}

function entryOf(line: JsonRecord): SessionEntry {
  const { $set: change = line, $rewindTo: rewindTo } = line
  if (isRecord(change) && Array.isArray(change.messages)) {
    return { session: sessionOf(line), all: change.messages.filter(isRecord).map(entryOf) }
  }
  const spoken = spokenPart(line)
  return {
    message: messageOf(spoken),
    at: timeOf(line) ?? timeOf(spoken),
    session: sessionOf(line),
    // Lines of other formats share ids with parts of the same message, or have separate ones.
    id: spoken === line && spoken.role === undefined ? textOf(line.id) : undefined,
    rewindTo: textOf(rewindTo),
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object with a role: the message of a line, the payload of a response, or the line itself. */
function spokenPart(line: JsonRecord): JsonRecord | undefined {
  if (metaMarks.some((mark) => line[mark] === true)) return undefined
  if (isRecord(line.message)) return messageLines.has(line.type) ? line.message : undefined
  if (!isRecord(line.payload)) return line
  return line.type === 'response_item' && line.payload.type === 'message' ? line.payload : undefined
}

function messageOf(spoken: JsonRecord | undefined): SessionMessage | undefined {
  const speaker = speakers.get(spoken?.role ?? spoken?.type)
  if (!spoken || !speaker) return undefined
  // What the user wrote, without the files that Gemini CLI adds to it.
  const text = contentText(spoken.displayContent ?? spoken.content)
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
  return part.thought === true ? [] : [part.text]
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
