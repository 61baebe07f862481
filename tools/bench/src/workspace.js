import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { generateCorpus } from './generate-corpus.js'

/**
 * @typedef {object} Workspace a temporary folder with a corpus on disk
 * @property {string} folder
 * @property {string} corpus the folder of its files
 * @property {readonly import('./generate-corpus.js').Note[]} notes what is in them
 * @property {{ files: number, bytes: number }} size
 * @property {() => string} freshPath a path in the folder where nothing is yet
 * @property {() => void} remove
 */

/** A file as young as this may change again within one tick of its clock: the program reads it twice to be sure. */
const settled = 2200

/**
 * Writes the corpus and waits until its files count as settled, as notes do that nobody is writing right now.
 * @param {number} files
 * @returns {Promise<Workspace>}
 */
export function workspace(files) {
  return workspaceOf(generateCorpus(files))
}

/**
 * The same of other notes.
 * @param {readonly import('./generate-corpus.js').Note[]} notes
 * @returns {Promise<Workspace>}
 */
export async function workspaceOf(notes) {
  const folder = mkdtempSync(join(tmpdir(), 'recallite-bench-'))
  const corpus = join(folder, 'notes')
  for (const { path, text } of notes) {
    const file = join(corpus, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  await setTimeout(settled)
  let paths = 0
  return {
    folder,
    corpus,
    notes,
    size: { files: notes.length, bytes: notes.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) },
    freshPath: () => join(folder, `${(paths += 1)}.sqlite`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
