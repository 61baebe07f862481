import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '@recallite/test-kit'
import { sampleChunk, sampleDocument } from '../__fixtures__/samples.js'
import { openConnection } from '../connection.js'
import { openSqliteStore } from '../open-store.js'
import type { SqlDatabase } from '../sql-database.js'
import { hashText } from '../chunk-writer.js'
import { encodeVector } from '../vector-row.js'
import { migrate } from './ledger.js'
import { migrations } from './migrations.js'

/** Provider and model of each space, in the order in which they were begun. */
type Begun = readonly (readonly [provider: string, model: string])[]

/** A file as it was before the step, with these spaces and, if any, the note that names a model's file. */
function olderFile(
  begun: Begun,
  file?: string,
  fill: (database: SqlDatabase) => void = () => undefined,
): string {
  const path = join(temporaryFolder(), 'memory.sqlite')
  const { database } = openConnection({ path })
  migrate(database, migrations.slice(0, 4), () => 0)
  const begin = database.prepare(
    "INSERT INTO space (provider, model, dimensions, prompt_style, created_at) VALUES (?, ?, 2, 'none', 0)",
  )
  for (const space of begun) begin.run(...space)
  if (file !== undefined) database.prepare("INSERT INTO note VALUES ('model file', ?)").run(file)
  fill(database)
  database.close()
  return path
}

/** Two texts in one document; the first space has a vector of both, the second of one. */
function addTexts(database: SqlDatabase): void {
  database.exec(`
    INSERT INTO root (id, name, path) VALUES (1, 'notes', '/notes');
    INSERT INTO document (id, root_id, path, title, metadata, content_hash, recipe, stamp, read_at, created_at, updated_at)
    VALUES (1, 1, 'a.md', 'A', '{}', 'hash', 'recipe', 'stamp', 1, 0, 0);
    INSERT INTO chunk (id, public_id, document_id, position, start_line, end_line, heading, text, tokens, created_at)
    VALUES (1, 'a', 1, 0, 1, 1, '[]', 'one', 1, 0), (2, 'b', 1, 1, 1, 1, '[]', 'two', 1, 0);`)
  const addInput = database.prepare("INSERT INTO embedding_input VALUES (?, 0, ?, '', 0, 3)")
  const addVector = database.prepare('INSERT INTO vector VALUES (?, ?, ?, ?, 4)')
  for (const [index, text] of ['one', 'two'].entries()) {
    addInput.run(index + 1, hashText(text))
    const vector = encodeVector(Float32Array.of(1, index))
    for (let space = 1; space <= 2 - index; space += 1) {
      addVector.run((BigInt(space) << 40n) + BigInt(index), space, hashText(text), vector)
    }
  }
}

async function sourcesOf(path: string): Promise<(readonly [string, string | null])[]> {
  const store = await openSqliteStore({ path })
  const spaces = await store.listSpaces()
  await store.close()
  return spaces.map(({ model, source }) => [model, source])
}

describe('the step that brings chosen spaces', () => {
  const begun: Begun = [
    ['local', 'mini'],
    ['local', 'other-mini'],
    ['openai', 'mini.GGUF'],
    ['local', 'mini.v2'],
  ]
  const others: readonly (readonly [string, null])[] = [
    ['other-mini', null],
    ['mini.GGUF', null],
    ['mini.v2', null],
  ]

  it.each(['/models/mini.gguf', '/mödels/a b/mini.GGUF', 'C:\\models\\mini.gguf', '/models/mini'])(
    'says where the model that was loaded last comes from, and chooses its space: %s',
    async (file) => {
      expect(await sourcesOf(olderFile(begun, file))).toEqual([...others, ['mini', `local:${file}`]])
    },
  )

  it.each([
    undefined,
    '',
    'mini',
    'mini.gguf',
    '/models/mini.gguf/maxi.gguf',
    '/models/mini.gguf.bak',
    '/a/MINI.gguf',
  ])('leaves spaces in the order in which they were begun where no file is theirs: %s', async (file) => {
    expect(await sourcesOf(olderFile(begun, file))).toEqual([['mini', null], ...others])
  })

  it('takes a space for filled that has a vector of every text', async () => {
    const path = olderFile(begun.slice(0, 3), undefined, addTexts)
    const store = await openSqliteStore({ path })
    const { spaces } = await store.status()
    expect(
      spaces.map(({ model, isFilled, vectors, hasVectors }) => [model, isFilled, vectors, hasVectors]),
    ).toEqual([
      ['mini', true, 2, true],
      ['other-mini', false, 1, true],
      ['mini.GGUF', false, 0, false],
    ])
    await store.close()
    expect(await sourcesOf(olderFile(begun.slice(0, 1)))).toEqual([['mini', null]])
  })

  it('takes no space for filled where there are no texts', async () => {
    const store = await openSqliteStore({ path: olderFile(begun.slice(0, 1)) })
    expect((await store.listSpaces()).map(({ isFilled }) => isFilled)).toEqual([false])
    await store.close()
  })

  it('takes documents for secret until they are cut anew', async () => {
    const store = await openSqliteStore({ path: olderFile(begun.slice(0, 2), undefined, addTexts) })
    const space = { provider: 'local', model: 'other-mini', dimensions: 2, promptStyle: 'none' }
    const secrecy = async () =>
      (await store.pendingTexts(space, { limit: 9 })).map(({ isSecret }) => isSecret)
    expect(await store.listDocuments('notes')).toEqual([
      sampleDocument('a.md', { title: 'A', recipe: '', isSecret: true }),
    ])
    expect(await secrecy()).toEqual([true])
    await store.replaceDocument(sampleDocument('a.md'), [sampleChunk('b', 'two')])
    expect(await secrecy()).toEqual([false])
    await store.close()
  })
})
