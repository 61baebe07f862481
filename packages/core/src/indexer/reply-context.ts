import { cutPieces, type Chunk } from '@recallite/chunker'

/** Excludes those in addresses and code. */
const questionMark = /[?？؟]+(?=["'”’»)\]*_]*(?:\s|$))|[？؟]/u

/** Whether a text contains a question. */
export const asks = (text: string): boolean => questionMark.test(text)

interface Conversation {
  /** The first lines of turns, from 1; undefined if the text is not a conversation. */
  readonly turns?: readonly number[] | undefined
  /** The text that the first chunk replies to. */
  readonly replyTo?: string | undefined
}

/**
 * For each chunk that begins a turn, the text that it replies to: the last question of the previous turn or, for a short turn without
 * a question, the end of the previous turn. Undefined for other chunks.
 */
export function replyContexts(
  chunks: readonly Chunk[],
  { turns, replyTo }: Conversation,
): (string | undefined)[] {
  const starts = new Set(turns)
  let before = replyTo
  let asking: string | undefined
  let last: string | undefined
  return chunks.map((chunk, index) => {
    const isStart = index === 0 || starts.has(chunk.startLine)
    if (isStart && index > 0) [before, asking] = [asking ?? last, undefined]
    last = chunk.text
    if (asks(last)) asking = last
    return isStart && before !== undefined ? replyContext(before, chunk) : undefined
  })
}

/** Turns of up to this many tokens say little by themselves. */
const shortTurn = 20
/** Only the end of a long text is examined, in UTF-16 units: about one chunk. */
const maxContext = 4000

function replyContext(before: string, { text, tokens }: Chunk): string | undefined {
  const end = before.slice(-maxContext).toWellFormed().trim()
  const pieces = cutPieces(end).map(({ from, to }) => end.slice(from, to))
  const parts = pieces.length > 0 ? pieces : [end]
  const needsOther = tokens <= shortTurn && !asks(text)
  return parts.findLast(asks) ?? (needsOther ? parts.at(-1) : undefined)
}
