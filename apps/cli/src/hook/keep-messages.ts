import { closing } from '@recallite/command-line'
import { readTranscriptLine } from '@recallite/core/tools'
import type { Flags } from '../flags/flags.js'
import { openMemory } from '../open/open-memory.js'
import { findHookMemory, type HookServices, type HookOutcome } from './hook-memory.js'
import { endOfTranscript, type HostEvent } from './host-event.js'

/** The end of a transcript that is read, in bytes. */
const longestEnd = 4 * 1024 * 1024

/** How many messages are kept, the latest; the fewest words of one, and the most UTF-16 units. */
const [mostMessages, fewestWords, longest] = [40, 6, 2000]

/** What such a record has besides: the user did not ask to keep it, so it is less sure. */
const fields = { confidence: 0.5, tags: ['compaction'] }

/**
 * Remembers what the user wrote in a conversation that the host is about to shorten, each message as a record of its session, if
 * the settings ask for that. What was kept before is not kept twice.
 */
export async function keepMessages(event: HostEvent, { flags }: HookServices): Promise<HookOutcome> {
  // A model would take too long to load: another run embeds the records.
  const byWords: Flags = { ...flags, provider: 'none' }
  const location = await findHookMemory(byWords, event.folder)
  if ('silence' in location) return location
  if (!location.resolved.settings.hooks.beforeCompaction)
    return { silence: 'hooks.beforeCompaction is false' }
  const messages = messagesIn(await endOfTranscript(event, longestEnd))
  const { memory } = await openMemory(location, { flags: byWords, use: { remembers: true } })
  await closing(memory, async ({ records }) => {
    for (const message of messages) await records?.remember(message, { ...fields, session: event.session })
  })
  return { silence: `${messages.length} messages of the conversation are remembered` }
}

function messagesIn(transcript: string): string[] {
  const messages = transcript.split('\n').flatMap((line) => {
    const { message } = readTranscriptLine(line) ?? {}
    return message?.speaker === 'User' ? [message.text.trim()] : []
  })
  return messages
    .filter((text) => !/^[/<]/u.test(text) && text.split(/\s+/u).length >= fewestWords)
    .slice(-mostMessages)
    .map((text) => text.slice(0, longest).toWellFormed())
}
