import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createMemory, type EmbeddingBackend } from '@recallite/core'
import { openSqliteStore } from '@recallite/store-sqlite'
import { temporaryFolder } from '@recallite/test-kit'
import { makeBackend } from '@recallite/settings'
import { dimensions } from './text-vector.js'
import type { PlayedName } from './wire.js'

/** The number of notes; each is one text. */
export const noteCount = 20

/** A word in only one note, without a digit. */
export function wordOf(note: number): string {
  return `quoll${String.fromCodePoint(97 + Math.floor(note / 6), 97 + (note % 6))}`
}

/** Notes from one number up to, but not including, another. */
export function writeNotes(folder: string, from: number, to: number): void {
  mkdirSync(folder, { recursive: true })
  for (let note = from; note < to; note += 1) {
    const text = `# ${wordOf(note)}\n\nThe keeper of ${wordOf(note)} writes down what the tide brought in.\n`
    writeFileSync(join(folder, `${wordOf(note)}.md`), text)
  }
}

/** A clock that only advances by sleeping, so that waits of hours take no time. */
function createClock() {
  let time = Date.parse('2026-03-01T12:00:00Z')
  const waits: number[] = []
  return {
    waits,
    now: () => Math.floor(time),
    pass: (milliseconds: number) => void (time += milliseconds),
    sleep: async (milliseconds: number, signal: AbortSignal | undefined) => {
      signal?.throwIfAborted()
      waits.push(milliseconds)
      const end = time + milliseconds
      await new Promise(setImmediate)
      time = Math.max(time, end)
    },
  }
}

const models = { openai: 'text-embedding-3-small', gemini: 'gemini-embedding-001', ollama: 'nomic-embed-text' }

/** The deadline for a provider that may hang, in milliseconds of real time. */
export const shortDeadline = 500

/** The program's backend, with requests of at most 5 texts; a busy machine affects only short deadlines. */
export function linkAt(
  url: string,
  link: { provider: PlayedName; apiKey: string; requestDeadline?: number | undefined },
): EmbeddingBackend {
  const { provider, apiKey, requestDeadline = 4_000 } = link
  const baseUrl = provider === 'openai' ? `${url}/v1` : url
  const entry = { provider, model: models[provider], dimensions, baseUrl, apiKey: { reference: '${KEY}', isSet: true, reveal: () => apiKey } }
  const backend = makeBackend(entry, { allowHttp: false })
  return {
    ...backend,
    requestDeadline,
    open: async (signal) => ({ ...(await backend.open(signal)), maxBatchItems: 5 }),
  }
}

/** A folder of notes and a database, to be opened repeatedly. */
export function notesAndDatabase() {
  const folder = temporaryFolder()
  const notes = join(folder, 'notes')
  const path = join(folder, 'index.sqlite')
  const clock = createClock()
  const { now, sleep } = clock
  return {
    folder,
    notes,
    path,
    clock,
    async open(...backends: EmbeddingBackend[]) {
      const store = await openSqliteStore({ path, create: true })
      const memory = createMemory({ store, models: backends, queryDeadline: backends[0]?.requestDeadline, now, sleep })
      onTestFinished(() => memory.close())
      return { store, memory }
    },
  }
}
