import { createReadStream, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { UsageError } from '@recallite/command-line'

/** A host's event of a conversation. */
export type HostEvent = ReturnType<typeof readHostEvent>

/** Claude Code's names of the events, for hosts that send no name. */
const defaultNames = {
  'session-start': 'SessionStart',
  prompt: 'UserPromptSubmit',
  'pre-compact': 'PreCompact',
}

/** The events at which a host runs `recallite hook`. */
export type HookKind = keyof typeof defaultNames

/** @throws UsageError for any other word */
export function hookKindOf(word: string | undefined): HookKind {
  if (word !== undefined && Object.hasOwn(defaultNames, word)) return word as HookKind
  const names = Object.keys(defaultNames).join(', ')
  throw new UsageError(`There is no hook ${JSON.stringify(word ?? '')}. Use one of: ${names}.`)
}

/**
 * Reads the input of a hook: JSON with the fields of Claude Code, which other hosts use too. Ignores fields that are not strings.
 * @throws SyntaxError if it is not JSON
 */
export function readHostEvent(kind: HookKind, input: string) {
  const read: unknown = JSON.parse(input)
  const fields = (typeof read === 'object' ? read : null) as Readonly<Record<string, unknown>> | null
  const textOf = (name: string): string | undefined => {
    const value = fields?.[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    /** The host's name of the event; the answer repeats it. */
    name: textOf('hook_event_name') ?? defaultNames[kind],
    /** The folder of the conversation; undefined: the working folder. */
    folder: textOf('cwd'),
    prompt: textOf('prompt') ?? '',
    session: textOf('session_id'),
    /** Why a session starts: the conversation is then empty or shortened, except with `resume`. */
    source: textOf('source'),
    /** The file with the conversation so far. */
    transcript: textOf('transcript_path'),
  }
}

/** An answer that makes a host add a text to the conversation. */
export function renderHostAnswer({ name }: HostEvent, additionalContext: string): string {
  return `${JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext } })}\n`
}

/** The end of the conversation so far, which may begin within a line, and where it begins, in bytes; empty without a file. */
export async function endOfTranscript({ transcript = '' }: HostEvent, bytes: number) {
  const stats = statSync(transcript, { throwIfNoEntry: false })
  const size = stats?.isFile() ? stats.size : 0
  const start = Math.max(0, size - bytes)
  return { start, text: size === 0 ? '' : await text(createReadStream(transcript, { start })) }
}
