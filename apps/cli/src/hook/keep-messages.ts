import { closing } from '@recallite/command-line'
import { readTranscriptLine, redactSecrets } from '@recallite/core/tools'
import type { Flags } from '../flags/flags.js'
import { openMemory } from '../open/open-memory.js'
import { findHookMemory, type HookServices, type HookOutcome, HookSilence } from './hook-memory.js'
import { endOfTranscript, type HostEvent } from './host-event.js'
import { openSessionNotes } from './session-notes.js'

/** The number of bytes that are read at the end of a transcript. */
const maxBytes = 4 * 1024 * 1024

/** Limits of what is stored: the latest messages with enough words, each cut to a number of UTF-16 units. */
const [maxMessages, minWords, maxLength] = [40, 6, 2000]

/** The confidence is low, because the user did not ask to remember these messages. */
const fields = { confidence: 0.5, tags: ['compaction'], origin: 'hook' } as const

/**
 * Remembers the user's messages in a conversation that the host is about to compact, if the settings allow it. Each message becomes a
 * record of its session, without secrets and `<private>` parts, unless it is stored already.
 */
export async function keepMessages(event: HostEvent, { flags }: HookServices): Promise<HookOutcome> {
  // Loading a model would take too long: another run embeds the records.
  const byWords: Flags = { ...flags, provider: 'none' }
  const location = await findHookMemory(byWords, event.folder)
  openSessionNotes(location.resolved.home, event).clear()
  if (!location.resolved.settings.hooks.beforeCompaction)
    throw new HookSilence('hooks.beforeCompaction is false')
  const messages = messagesIn((await endOfTranscript(event, maxBytes)).text)
  const { memory } = await openMemory(location, { flags: byWords, use: { remembers: true } })
  await closing(memory, async ({ records }) => {
    for (const message of messages) await records?.remember(message, { ...fields, session: event.session })
  })
  return { context: '', done: `Nothing added: remembered ${messages.length} messages of the conversation` }
}

function messagesIn(transcript: string): string[] {
  const messages = transcript.split('\n').flatMap((line) => {
    const { message } = readTranscriptLine(line) ?? {}
    return message?.speaker === 'User' ? [redactSecrets(message.text).trim()] : []
  })
  return messages
    .filter((text) => !/^[/<]/u.test(text) && text.split(/\s+/u).length >= minWords)
    .slice(-maxMessages)
    .map((text) => text.slice(0, maxLength).toWellFormed())
}
