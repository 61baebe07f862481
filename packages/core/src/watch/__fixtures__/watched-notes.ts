import { expect } from 'vitest'
import { notesFolder } from '../../__fixtures__/notes-folder.js'
import { testMemory } from '../../__fixtures__/test-memory.js'
import type { Memory, MemoryOptions } from '../../memory.js'
import type { WatchOptions } from '../watch.js'

/** A short debounce, and no periodic checks. */
export const quick = { debounce: 50, interval: 0 }

/** The paths of keyword results. */
export async function pathsFor(memory: Memory, query: string): Promise<string[]> {
  const { answer } = await memory.search(query, { threshold: 0, textWeight: 1, vectorWeight: 0 })
  return answer.results.map(({ path }) => path)
}

export async function until(isSo: () => Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 20_000, interval: 20 }).toBe(true)
}

/** A watched memory, and the failures that it reports. */
export async function watchedMemory(options: Partial<MemoryOptions>, how: WatchOptions = {}) {
  const { memory, store } = await testMemory({ freshness: 'none', ...options })
  const failures: string[] = []
  const watch = await memory.watch({ ...quick, ...how, onFailure: (message) => failures.push(message) })
  const finds = (query: string, ...paths: string[]) =>
    until(async () => JSON.stringify(await pathsFor(memory, query)) === JSON.stringify(paths))
  return { memory, store, watch, failures, finds }
}

/** A folder of notes that a memory watches. */
export async function watchedNotes(notes: Record<string, string>, options: Partial<MemoryOptions> = {}) {
  const folder = notesFolder(notes)
  return { folder, ...(await watchedMemory({ sources: [folder], ...options })) }
}
