import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { withDatabase } from '../database.js'
import { columnsOf, quoted } from '../database-columns.js'
import { byWords, withProvider } from '../world.js'

/** @typedef {import('../world.js').World} World */

/**
 * @typedef {object} Task a command that writes
 * @property {string} name
 * @property {'empty' | 'indexed'} begins
 * @property {(world: World, notes: readonly import('../notes.js').Note[]) => void} [prepare]
 * @property {(world: World) => readonly string[]} args
 * @property {(world: World) => readonly string[]} [again] what completes it; without it the same
 */

/** @param {World} world @param {readonly import('../notes.js').Note[]} notes */
function changeNotes(world, notes) {
  for (const { path } of notes.slice(0, 15))
    appendFileSync(join(world.notesFolder, path), '\nOne more line, of the tide.\n')
}

/** @param {World} world */
function alterText({ database: file }) {
  withDatabase(file, (database) => {
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

/** Every command that writes much. @type {readonly Task[]} */
export const tasks = [
  {
    name: 'a first index',
    begins: 'empty',
    args: ({ notesFolder }) => ['index', notesFolder, ...withProvider],
  },
  {
    name: 'an index of changes',
    begins: 'indexed',
    prepare: changeNotes,
    args: () => ['index', ...withProvider],
  },
  {
    name: 'an index by words',
    begins: 'empty',
    args: ({ notesFolder }) => ['index', notesFolder, ...byWords],
  },
  {
    name: 'a repair',
    begins: 'indexed',
    prepare: alterText,
    args: () => ['doctor', '--repair', ...withProvider],
  },
  {
    name: 'a backup',
    begins: 'indexed',
    args: ({ dataFolder }) => ['backup', join(dataFolder, 'copy.sqlite')],
    again: ({ dataFolder }) => ['backup', join(dataFolder, 'copy.sqlite'), '--force'],
  },
  {
    name: 'a folder that is forgotten',
    begins: 'indexed',
    args: () => ['roots', 'remove', 'notes'],
    again: ({ notesFolder }) => ['index', notesFolder, ...withProvider],
  },
  {
    name: 'a search that brings in changes',
    begins: 'indexed',
    prepare: (world, notes) => changeNotes(world, notes.slice(0, 2)),
    args: () => ['search', 'harbour', ...withProvider],
  },
]
