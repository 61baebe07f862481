import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** @typedef {import('./generate-corpus.js').Note} Note */

/**
 * @typedef {object} Workspace a temporary folder with a corpus on disk
 * @property {string} folder
 * @property {string} corpus the folder of its files
 * @property {readonly Note[]} notes what is in them
 * @property {number} files how many there are
 * @property {() => string} freshPath a path in the folder where nothing is yet
 * @property {<Value>(name: string, make: () => Promise<Value>) => Promise<Value>} once what several benchmarks need, made by the
 * first of them
 * @property {() => void} remove
 */

/** A file as young as this may change again within one tick of its clock: the program reads it twice to be sure. */
const settled = 2200

/**
 * Writes notes, as files that nobody is writing right now.
 * @param {string} folder
 * @param {Iterable<Pick<Note, 'path' | 'text'>>} notes
 */
export async function writeNotes(folder, notes) {
  for (const { path, text } of notes) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  await setTimeout(settled)
}

/** @param {readonly Note[]} notes @returns {Promise<Workspace>} */
export async function workspace(notes) {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-bench-'))
  const corpus = join(folder, 'notes')
  await writeNotes(corpus, notes)
  /** @type {Map<string, Promise<any>>} */
  const made = new Map()
  let paths = 0
  return {
    folder,
    corpus,
    notes,
    files: notes.length,
    freshPath: () => join(folder, `${(paths += 1)}.sqlite`),
    once(name, make) {
      const value = made.get(name) ?? make()
      made.set(name, value)
      return value
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
