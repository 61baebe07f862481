import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { orUndefined } from '@recallite/command-line'
import { recalliteFolder } from '@recallite/settings'
import type { HostEvent } from './host-event.js'

/** A note that a hook adds to a conversation. */
export interface HookNote {
  /** A record's id, or a document with its root. */
  readonly id: string
  readonly text: string
}

/** The maximum numbers of sessions, and of notes of each. */
const [maxSessions, maxNotes] = [100, 500]

/**
 * Opens the notes of a session; a host that names no session has none. `compactedAt` is where the file of the conversation shows the
 * last compaction, in bytes: what was added before is no longer in the conversation.
 */
export function openSessionNotes(home: string, { session, transcript = '' }: HostEvent, compactedAt = -1) {
  const folder = join(recalliteFolder(home), 'hooks')
  const file = session === undefined ? undefined : join(folder, `${hashOf(session)}.json`)
  // The file is not complete if its process was killed while it wrote it.
  const stored = file === undefined ? undefined : orUndefined(() => readStored(file))
  let keys = stored && stored.bytes > compactedAt ? stored.keys : []
  return {
    has: (note: HookNote) => keys.includes(keyOf(note)),
    /** Stores that the host adds these notes. */
    add(notes: readonly HookNote[]): void {
      if (file === undefined || notes.length === 0) return
      const bytes = statSync(transcript, { throwIfNoEntry: false })?.size ?? 0
      keys = [...keys, ...notes.map(keyOf)].slice(-maxNotes)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(file, JSON.stringify({ bytes, keys }), { mode: 0o600 })
      removeOldest(folder)
    },
    /** Forgets the notes, because the host starts the conversation again or shortens it. */
    clear(): void {
      keys = []
      if (file !== undefined) rmSync(file, { force: true })
    },
  }
}

/** The size of the conversation's file when the last notes were added, and the notes. */
const readStored = (file: string) =>
  JSON.parse(readFileSync(file, 'utf8')) as { readonly bytes: number; readonly keys: readonly string[] }

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

const keyOf = ({ id, text }: HookNote): string => hashOf(`${id}\n${text}`)

function removeOldest(folder: string): void {
  const names = readdirSync(folder)
  if (names.length <= maxSessions) return
  const times = names.map((name) => ({
    name,
    time: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }))
  // Half of them, since looking at all files takes time.
  for (const { name } of times.toSorted((a, b) => b.time - a.time).slice(maxSessions / 2))
    rmSync(join(folder, name), { force: true })
}
