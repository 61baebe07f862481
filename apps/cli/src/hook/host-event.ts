import { createReadStream, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { UsageError } from '@recallite/command-line'

/** What a host says of a moment of a conversation. */
export type HostEvent = ReturnType<typeof readHostEvent>

/** How Claude Code calls the moments, for a host that sends no name. */
const usualNames = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'pre-compact': 'PreCompact',
}

/** The moments of a conversation at which a host runs `recallite hook`. */
export type HookKind = keyof typeof usualNames

/** @throws UsageError for any other word */
export function hookKindOf(word: string | undefined): HookKind {
  if (word !== undefined && Object.hasOwn(usualNames, word)) return word as HookKind
  throw new UsageError(
    `There is no hook ${JSON.stringify(word ?? '')}. There are: ${Object.keys(usualNames).join(', ')}.`,
  )
}

/**
 * Reads what a host writes to a hook: JSON with the fields of Claude Code, which other hosts have taken over. Fields of other kinds
 * count as left out.
 * @throws SyntaxError if it is no JSON
 */
export function readHostEvent(kind: HookKind, input: string) {
  const read: unknown = JSON.parse(input)
  const fields = (typeof read === 'object' ? read : null) as Readonly<Record<string, unknown>> | null
  const textOf = (name: string): string | undefined => {
    const value = fields?.[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    /** The host's own name of it, which the answer repeats. */
    name: textOf('hook_event_name') ?? usualNames[kind],
    /** The folder that the conversation is about; undefined: the working folder. */
    folder: textOf('cwd'),
    prompt: textOf('prompt') ?? '',
    session: textOf('session_id'),
    /** The file of the conversation so far. */
    transcript: textOf('transcript_path'),
  }
}

/** The answer that has a host add a text to the conversation. */
export function renderHostAnswer({ name }: HostEvent, additionalContext: string): string {
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext } })}\n`
}

/** The last bytes of the conversation so far, from within a line; empty if there is no file of it. */
export async function endOfTranscript({ transcript = '' }: HostEvent, bytes: number): Promise<string> {
  const stats = statSync(transcript, { throwIfNoEntry: false })
  const size = stats?.isFile() ? stats.size : 0
  return size === 0 ? '' : text(createReadStream(transcript, { start: Math.max(0, size - bytes) }))
}
