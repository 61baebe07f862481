/*
 * Other libraries that search text, each with its defaults: builds an index of a folder of notes, or answers one query with it.
 * node libraries.ts <library> <folder of the package> <file or folder of the index> index <corpus> | search <words>
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The number of results. */
export const limit = 6

/** Answers a query with the texts or excerpts of the best notes. */
export type Ask = (question: string) => Promise<readonly string[]>

interface Library {
  readonly build: (notes: readonly { id: number; text: string }[], path: string) => Promise<void>
  readonly open: (path: string) => Promise<Ask>
}

const requireFrom = (source: string, name: string) => createRequire(join(source, 'package.json'))(name)

const libraryTable: Record<string, (source: string) => Promise<Library>> = {
  async orama(source) {
    const { create, insertMultiple, load, save, search } = requireFrom(source, '@orama/orama')
    const empty = () => create({ schema: { text: 'string' } })
    return {
      async build(notes, path) {
        const index = empty()
        await insertMultiple(
          index,
          notes.map(({ text }) => ({ text })),
        )
        writeFileSync(path, JSON.stringify(save(index)))
      },
      async open(path) {
        const index = empty()
        load(index, JSON.parse(readFileSync(path, 'utf8')))
        return async (term) =>
          (await search(index, { term, limit })).hits.map(
            ({ document }: { document: { text: string } }) => document.text,
          )
      },
    }
  },
  async minisearch(source) {
    const MiniSearch = requireFrom(source, 'minisearch')
    const options = { fields: ['text'], storeFields: ['text'] }
    return {
      async build(notes, path) {
        const index = new MiniSearch(options)
        index.addAll(notes)
        writeFileSync(path, JSON.stringify(index))
      },
      async open(path) {
        const index = MiniSearch.loadJSON(readFileSync(path, 'utf8'), options)
        return async (question) =>
          index
            .search(question)
            .slice(0, limit)
            .map(({ text }: { text: string }) => text)
      },
    }
  },
  async lancedb(source) {
    const { connect, Index } = requireFrom(source, '@lancedb/lancedb')
    return {
      async build(notes, path) {
        const table = await (await connect(path)).createTable('notes', [...notes])
        await table.createIndex('text', { config: Index.fts() })
      },
      async open(path) {
        const table = await (await connect(path)).openTable('notes')
        return async (question) => {
          const rows = await table
            .query()
            .fullTextSearch(question, { columns: ['text'] })
            .limit(limit)
            .toArray()
          return rows.map(({ text }: { text: string }) => text)
        }
      },
    }
  },
}

export async function openLibrary(name: string, source: string): Promise<Library> {
  const library = await libraryTable[name]?.(source)
  if (library === undefined) throw new Error(`There is no library ${name}.`)
  return library
}

function readNotes(corpus: string) {
  const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  )
  return files.map((file, id) => ({ id, text: readFileSync(join(corpus, file), 'utf8') }))
}

if (import.meta.main) {
  const [name = '', source = '', path = '', work = '', argument = ''] = process.argv.slice(2)
  const { build, open } = await openLibrary(name, source)
  if (work === 'index') await build(readNotes(argument), path)
  else console.log(JSON.stringify(await (await open(path))(argument)))
}
