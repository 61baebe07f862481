import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Note } from './generate-corpus.ts'

/** A temporary folder with a corpus. */
export interface Workspace {
  readonly folder: string
  readonly corpus: string
  readonly notes: readonly Note[]
  readonly files: number
  /** A path in the folder that does not exist yet. */
  readonly freshPath: () => string
  /** Shared by benchmarks; created by the first one that needs it. */
  readonly once: <Value>(name: string, make: () => Promise<Value>) => Promise<Value>
  readonly remove: () => void
}

/** Milliseconds. The program reads newer files twice, because they may change within a tick of the clock. */
const settled = 2200

/** Writes notes as files that are old enough to be read only once. */
export async function writeNotes(folder: string, notes: Iterable<Pick<Note, 'path' | 'text'>>) {
  for (const { path, text } of notes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await setTimeout(settled)
}

export async function workspace(notes: readonly Note[]): Promise<Workspace> {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-bench-'))
  const corpus = join(folder, 'notes')
  await writeNotes(corpus, notes)
  const made = new Map<string, Promise<unknown>>()
  let paths = 0
  return {
    folder,
    corpus,
    notes,
    files: notes.length,
    freshPath: () => join(folder, `${(paths += 1)}.sqlite`),
    once<Value>(name: string, make: () => Promise<Value>) {
      const value = made.get(name) ?? make()
      made.set(name, value)
      return value as Promise<Value>
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
