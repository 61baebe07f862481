import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { forEachColumn } from '../database-columns.js'
import { withDatabase } from '../database.js'
import { link, laySettings } from './lay.js'

/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./kinds.js').Scene} Scene */
/** @typedef {import('better-sqlite3').Database} Database */

const shippedPath = '.recallite/memory.sqlite'

/**
 * Puts the shipped database where the folder's settings name it, and changes it.
 * @param {Scene} scene
 * @param {(database: Database) => void} [change]
 */
function ship(scene, change) {
  const file = join(scene.project, shippedPath)
  mkdirSync(dirname(file), { recursive: true })
  copyFileSync(scene.shipped, file)
  if (change) withDatabase(file, change)
  laySettings(scene, { store: { path: shippedPath } })
}

/**
 * Replaces a text wherever a column holds it, within longer texts too.
 * @param {Database} database
 * @param {string} from
 * @param {string} to
 */
function replaceEverywhere(database, from, to) {
  forEachColumn(database, ({ table, column }) => ({
    sql: `UPDATE ${table} SET ${column} = replace(${column}, ?, ?) WHERE typeof(${column}) = 'text' AND instr(${column}, ?)`,
    values: [from, to, from],
  }))
}

/** @type {readonly (readonly [name: string, from: (scene: Scene) => string, to: (scene: Scene) => string])[]} */
const rewritten = [
  ['folders of the user’s', ({ project }) => project, ({ outside }) => outside],
  [
    'the notes’ folder of the user’s',
    ({ project }) => join(project, 'memory'),
    ({ outside }) => join(outside, 'notes'),
  ],
  ['the home', ({ project }) => project, ({ world }) => world.home],
  ['the whole disk', ({ project }) => project, () => '/'],
  ['a folder above by dots', ({ project }) => project, ({ project }) => join(project, '.') + '/../outside'],
  ['files above', () => 'own.md', () => '../../outside/secret.md'],
  ['absolute files', () => 'own.md', ({ outside }) => join(outside, 'secret.md')],
  ['files of the user’s by their names', () => 'own.md', () => 'secret.md'],
  ['processes', ({ project }) => project, () => '/proc/self'],
]

/** @type {readonly Kind[]} */
const others = [
  { name: 'a shipped database as it was made', lay: (scene) => ship(scene) },
  {
    name: 'a shipped database of conversations elsewhere',
    lay: (scene) =>
      ship(scene, (database) => {
        replaceEverywhere(database, scene.project, join(scene.outside, 'sessions'))
        forEachColumn(database, ({ table, column }) => ({
          sql: `UPDATE ${table} SET ${column} = 'sessions' WHERE ${column} = 'folder'`,
          values: [],
        }))
      }),
  },
  {
    name: 'a shipped database and a link as its folder',
    lay: (scene) => {
      link(scene, 'linked', '../outside/notes')
      ship(scene, (database) =>
        replaceEverywhere(database, join(scene.project, 'memory'), join(scene.project, 'linked')),
      )
    },
  },
  {
    name: 'a shipped database with a trigger',
    lay: (scene) =>
      ship(scene, (database) => {
        const tables = database.prepare(
          `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite_%'`,
        )
        for (const name of /** @type {string[]} */ (tables.pluck().all())) {
          database.exec(
            `CREATE TRIGGER "planted ${name}" AFTER UPDATE ON "${name}" BEGIN DELETE FROM "${name}"; END`,
          )
        }
      }),
  },
  {
    name: 'a shipped database with a virtual table',
    lay: (scene) =>
      ship(scene, (database) => {
        database.exec(
          `CREATE VIRTUAL TABLE planted USING fts5 (x); CREATE VIEW planted_view AS SELECT readfile('/etc/passwd')`,
        )
      }),
  },
  {
    name: 'a shipped database that a link hides',
    lay: (scene) => {
      ship(scene, (database) => replaceEverywhere(database, scene.project, scene.outside))
      link(scene, 'database-here', shippedPath)
      laySettings(scene, { store: { path: 'database-here' } })
    },
  },
]

/** Databases that come with a folder, named by its settings. */
export const databaseKinds = [
  ...rewritten.map(([name, from, to]) => ({
    name: `a shipped database with ${name}`,
    lay: (/** @type {Scene} */ scene) =>
      ship(scene, (database) => replaceEverywhere(database, from(scene), to(scene))),
  })),
  ...others,
]
