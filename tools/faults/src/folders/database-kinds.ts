import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { replaceText, updateEachColumn, withDatabase, type SqlDatabase } from '../database.ts'
import rewritten from './rewritten.json' with { type: 'json' }
import { filled, laySettings, link, type Kind, type Scene } from './scene.ts'

const shippedPath = '.recallite/memory.sqlite'

/** Copies the shipped database to the path in the folder's settings and changes it. */
function shipped(
  what: string,
  change?: (database: SqlDatabase, scene: Scene) => unknown,
  further?: (scene: Scene) => void,
): Kind {
  return {
    name: `a shipped database ${what}`,
    lay: (scene) => {
      const file = join(scene.project, shippedPath)
      mkdirSync(dirname(file), { recursive: true })
      copyFileSync(scene.shipped, file)
      if (change) withDatabase(file, (database) => change(database, scene))
      laySettings(scene, `store: {path: ${shippedPath}}`)
      further?.(scene)
    },
  }
}

/** Databases that come with a folder and that its settings name. */
export const databaseKinds: readonly Kind[] = [
  ...Object.entries(rewritten).map(([name, texts]) =>
    shipped(`with ${name}`, (database, scene) => {
      const [from = '', to = ''] = texts.map((text) => filled(text, scene))
      replaceText(database, from, to)
    }),
  ),
  shipped('as it was made'),
  shipped('of conversations elsewhere', (database, { project, outside }) => {
    replaceText(database, project, join(outside, 'sessions'))
    updateEachColumn(database, `$ = 'sessions' WHERE $ = 'folder'`)
  }),
  shipped(
    'and a link as its folder',
    (database, { project }) => replaceText(database, join(project, 'memory'), join(project, 'linked')),
    (scene) => link(scene, 'linked', '../outside/notes'),
  ),
  shipped('with a trigger', (database) => {
    const tables = database.prepare(
      `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite_%'`,
    )
    for (const name of tables.pluck().all() as string[]) {
      database.exec(
        `CREATE TRIGGER "planted ${name}" AFTER UPDATE ON "${name}" BEGIN DELETE FROM "${name}"; END`,
      )
    }
  }),
  shipped('with a virtual table', (database) =>
    database.exec(
      `CREATE VIRTUAL TABLE planted USING fts5 (x); CREATE VIEW planted_view AS SELECT readfile('/etc/passwd')`,
    ),
  ),
  shipped(
    'that a link hides',
    (database, { project, outside }) => replaceText(database, project, outside),
    (scene) => {
      link(scene, 'database-here', shippedPath)
      laySettings(scene, 'store: {path: database-here}')
    },
  ),
]
