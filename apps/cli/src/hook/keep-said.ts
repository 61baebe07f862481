import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { readTranscriptLine } from '@recallite/core/tools'
import type { Flags } from '../flags/flags.js'
import { openMemory } from '../open/open-memory.js'
import { findHookMemory, type Hooked, type HookOutcome } from './hook-memory.js'
import type { HostEvent } from './host-event.js'

/** The end of a transcript that is read, in bytes. */
const longestEnd = 4 * 1024 * 1024

/** How many messages are kept, the latest; the fewest words of one, and the most UTF-16 units. */
const [mostMessages, fewestWords, longest] = [40, 6, 2000]

/** Somewhat sure: nobody asked to keep it. */
const confidence = 0.5

/**
 * Remembers what the user wrote in a conversation that the host is about to shorten, each message as a record of its session, if
 * the settings ask for that. What was kept before is not kept twice.
 */
export async function keepSaid(event: HostEvent, { flags, signal }: Hooked): Promise<HookOutcome> {
  const location = await findHookMemory(flags, event.folder)
  if ('silence' in location) return location
  if (!location.resolved.settings.hooks.beforeCompaction || event.transcript === undefined)
    return { silence: 'hooks.beforeCompaction is false, or the host names no transcript' }
  const said = messagesIn(readEnd(event.transcript))
  const byWords: Flags = { ...flags, provider: 'none' }
  const { memory } = await openMemory(location, { flags: byWords, use: { remembers: true } })
  try {
    for (const message of said) {
      signal.throwIfAborted()
      await memory.records?.remember(message, { session: event.session, confidence, tags: ['compaction'] })
    }
  } finally {
    await memory.close()
  }
  return { silence: `of the conversation, ${said.length} messages are remembered` }
}

function readEnd(path: string): string {
  const descriptor = openSync(path, 'r')
  try {
    const { size } = fstatSync(descriptor)
    const buffer = Buffer.alloc(Math.min(size, longestEnd))
    const read = readSync(descriptor, buffer, 0, buffer.length, size - buffer.length)
    return buffer.toString('utf8', 0, read)
  } finally {
    closeSync(descriptor)
  }
}

/** The latest messages of the user that say something: their first line may be cut. */
function messagesIn(transcript: string): string[] {
  const messages = transcript.split('\n').flatMap((line) => {
    const { message } = readTranscriptLine(line) ?? {}
    return message?.speaker === 'User' ? [message.text.trim()] : []
  })
  const telling = messages.filter((text) => !/^[/<]/u.test(text) && text.split(/\s+/u).length >= fewestWords)
  return telling.slice(-mostMessages).map((text) => text.slice(0, longest).toWellFormed())
}
