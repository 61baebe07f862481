import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { BenchmarkError } from './benchmark-error.js'
import { runForMemory } from './run-for-memory.js'

/**
 * @typedef {object} IndexedFolder tiny notes on disk and their index
 * @property {string} folder
 * @property {string} database
 * @property {number} files
 * @property {string} document a note in the middle, as `get` names it
 * @property {number} megabytes the most memory that indexing them took
 */

const notesPerFolder = 50
const foldersPerArea = 100
/** As for the corpus: younger files are read twice. */
const settled = 2200
const few = 10

const words = 'alpha beta gamma delta config token error deploy server cache index query'.split(' ')

/** @param {number} number */
function pathOf(number) {
  const topic = Math.floor(number / notesPerFolder)
  return `area-${Math.floor(topic / foldersPerArea)}/topic-${topic}/note-${number}.md`
}

/** @param {number} number */
function wordOf(number) {
  return words[number % words.length]
}

/** @param {string} folder @param {number} files */
function writeNotes(folder, files) {
  for (let number = 0; number < files; number += 1) {
    const file = join(folder, pathOf(number))
    if (number % notesPerFolder === 0) mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, `# Note ${number}\n\n${wordOf(number)} ${wordOf(number * 7 + 3)} item${number}\n`)
  }
  return pathOf(Math.floor(files / 2))
}

/**
 * Writes tiny notes and indexes them, which takes a millisecond or two for each.
 * @param {import('./workspace.js').Workspace} space
 * @param {string} name of the folder
 * @param {number} files
 * @returns {Promise<IndexedFolder>}
 * @throws BenchmarkError `WRONG_RESULT`
 */
async function indexNotes(space, name, files) {
  const folder = join(space.folder, name)
  const path = writeNotes(folder, files)
  await setTimeout(settled)
  const database = space.freshPath()
  const { megabytes, stdout } = await runForMemory(space, ['index', folder, '--db', database])
  const { added } = JSON.parse(stdout)
  if (added !== files) {
    throw new BenchmarkError('WRONG_RESULT', `${added} files were indexed, ${files} expected.`)
  }
  return { folder, database, files, document: `${name}:${path}`, megabytes }
}

/** @type {WeakMap<import('./workspace.js').Workspace, ReturnType<typeof makeFolders>>} */
const made = new WeakMap()

/** @param {import('./workspace.js').Workspace} space */
async function makeFolders(space) {
  return {
    few: await indexNotes(space, 'few', few),
    some: await indexNotes(space, 'some', 5 * space.size.files),
    many: await indexNotes(space, 'many', 50 * space.size.files),
  }
}

/**
 * Ten notes, five and fifty for each file of the corpus, each with an index; made once.
 * @param {import('./workspace.js').Workspace} space
 */
export function manyFilesOf(space) {
  const folders = made.get(space) ?? makeFolders(space)
  made.set(space, folders)
  return folders
}
