/*
 * The minimum cost of indexing: inserts only the texts into a plain FTS5 table, with one transaction each.
 * Arguments: the file of the driver, the database, the folder of the texts.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [, , driver = '', path = '', folder = ''] = process.argv
const Database = createRequire(import.meta.url)(driver)
const database = new Database(path)
database.pragma('journal_mode = WAL')
database.pragma('synchronous = NORMAL')
database.exec("CREATE VIRTUAL TABLE note USING fts5 (words, tokenize = 'porter unicode61')")
const insert = database.prepare('INSERT INTO note (words) VALUES (?)')

const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.md'),
)
for (const name of names) insert.run(readFileSync(join(folder, name), 'utf8'))
process.stdout.write(String(database.prepare('SELECT count(*) FROM note').pluck().get()))
database.close()
