import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { columnsOf, quoted } from '../database-columns.js'
import { withDatabase } from '../database.js'
import { byWords, withProvider } from '../world.js'

/**
 * @typedef {object} Phase something the program does, in the middle of which it is killed
 * @property {string} name
 * @property {'empty' | 'indexed'} begins with notes alone, or with a memory of them
 * @property {(stage: Stage) => void} [prepare] changes what is there
 * @property {(stage: Stage) => readonly string[]} args
 * @property {readonly [number, number]} [between] the part of its time in which it is killed; without it a part of its own
 * @property {'received' | 'answered'} [request] killed when so many requests were received or answered
 * @property {boolean} [onCheckpoint] killed when the database file itself begins to change
 * @property {boolean} [byCalls] every other time it is killed at a system call that writes
 * @property {(stage: Stage) => readonly (readonly string[])[]} [afterwards] what the user runs again besides `index`
 * @property {boolean} [mayEmbedAgain] what it did was to take vectors out
 */

/**
 * @typedef {object} Stage
 * @property {import('../world.js').World} world
 * @property {import('../random.js').Random} random
 * @property {readonly import('../notes.js').Note[]} notes
 */

/** A model whose vectors are dropped again. */
export const otherModel = 'text-embedding-3-large'

/** @param {Stage} stage @param {number} share of the notes */
function changeNotes({ world, random, notes }, share) {
  for (const { path } of notes.filter(() => random.next() < share)) {
    appendFileSync(join(world.notesFolder, path), `\nOne more line, number ${random.below(1_000_000)}.\n`)
  }
}

/** Alters a text in a row, which costs no vector. @param {Stage} stage */
function alterText({ world }) {
  withDatabase(world.database, (database) => {
    for (const { table, column } of columnsOf(database)) {
      const name = quoted(column)
      try {
        database
          .prepare(
            `UPDATE ${quoted(table)} SET ${name} = replace(${name}, 'harbour', 'airport') WHERE typeof(${name}) = 'text'`,
          )
          .run()
      } catch {
        // The column takes no such text.
      }
    }
    database.pragma('wal_checkpoint(TRUNCATE)')
  })
}

/** Puts noise in the place of one page. @param {Stage} stage */
function spoilPage({ world, random }) {
  const file = readFileSync(world.database)
  random.bytes(4096).copy(file, 4096 * (1 + random.below(file.length / 4096 - 2)))
  writeFileSync(world.database, file)
}

/** @param {Stage} stage */
const copyOf = ({ world }) => join(world.folder, 'copies', 'copy.sqlite')

/** Phases of `index`. @type {readonly Phase[]} */
const indexing = [
  {
    name: 'scan',
    begins: 'empty',
    args: ({ world }) => ['index', world.notesFolder, ...byWords],
    between: [0.05, 0.6],
  },
  {
    name: 'cut and write',
    begins: 'empty',
    args: ({ world }) => ['index', world.notesFolder, ...byWords],
    between: [0.5, 1],
    byCalls: true,
  },
  {
    name: 'embed, a request under way',
    begins: 'empty',
    args: ({ world }) => ['index', world.notesFolder, ...withProvider],
    request: 'received',
  },
  {
    name: 'embed, a request answered',
    begins: 'empty',
    args: ({ world }) => ['index', world.notesFolder, ...withProvider],
    request: 'answered',
  },
  {
    name: 'changes',
    begins: 'indexed',
    prepare: (stage) => changeNotes(stage, 0.7),
    args: () => ['index', ...withProvider],
    between: [0.3, 1],
    byCalls: true,
  },
  {
    name: 'checkpoint',
    begins: 'indexed',
    prepare: (stage) => changeNotes(stage, 0.9),
    args: () => ['index', ...byWords],
    onCheckpoint: true,
  },
]

/** Phases of other commands. @type {readonly Phase[]} */
const others = [
  {
    name: 'optimise',
    begins: 'indexed',
    args: () => ['spaces', 'drop', `openai/${otherModel}`],
    between: [0.4, 1],
    byCalls: true,
  },
  {
    name: 'repair of rows',
    begins: 'indexed',
    prepare: alterText,
    args: () => ['doctor', '--repair', ...withProvider],
    afterwards: () => [['doctor', '--repair', ...withProvider]],
    between: [0.3, 1],
    byCalls: true,
  },
  {
    name: 'repair of a page',
    begins: 'indexed',
    prepare: spoilPage,
    args: () => ['doctor', '--repair', ...withProvider],
    afterwards: () => [['doctor', '--repair', ...withProvider]],
    between: [0.3, 1],
    byCalls: true,
    mayEmbedAgain: true,
  },
  {
    name: 'backup',
    begins: 'indexed',
    args: (stage) => ['backup', copyOf(stage)],
    afterwards: (stage) => [['backup', copyOf(stage), '--force']],
    between: [0.4, 1],
    byCalls: true,
  },
  {
    name: 'search that brings in changes',
    begins: 'indexed',
    prepare: (stage) => changeNotes(stage, 0.1),
    args: ({ notes }) => ['search', notes[0]?.sentinel ?? '', ...withProvider],
    between: [0.3, 1],
    byCalls: true,
  },
]

/** Every phase of a command that ends by itself. */
export const phases = [...indexing, ...others]

/**
 * Calls a listener when the database file itself changes, which only a checkpoint does; ends by the function returned.
 * @param {string} file
 * @param {() => void} listener
 */
export function onceChanged(file, listener) {
  const before = statSync(file, { bigint: true }).mtimeNs
  const timer = setInterval(() => {
    if ((statSync(file, { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? before) === before) return
    clearInterval(timer)
    listener()
  }, 1)
  return () => clearInterval(timer)
}
