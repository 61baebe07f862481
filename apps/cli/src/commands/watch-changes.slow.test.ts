import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSqliteStore } from '@recallite/store-sqlite'
import { casesOf } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startWatch } from '../__fixtures__/watch-run.js'

const files = { 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' }

const patience = { timeout: 50_000, interval: 50 }

type Workspace = Awaited<ReturnType<typeof indexedWorkspace>>

/** The documents of the database, read without the program. */
async function documentsOf({ database }: Workspace): Promise<string[]> {
  const store = await openSqliteStore({ path: database })
  try {
    const documents = await Promise.all(
      (await store.listRoots()).map(({ name }) => store.listDocuments(name)),
    )
    return documents
      .flat()
      .map(({ path }) => path)
      .toSorted()
  } finally {
    await store.close()
  }
}

/** The notes on disk. */
function notesOf({ notes }: Workspace): string[] {
  const paths = readdirSync(notes, { recursive: true, encoding: 'utf8' })
  return paths.map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.md'))
}

const renamed = casesOf(2_000, 400)
const deleted = renamed
const created = 3 * renamed

/** Creates files in 40 new folders, renames some and deletes others. */
function storm({ notes }: Workspace): void {
  const place = (index: number, name: string) => join(notes, `folder-${index % 40}`, `${name}-${index}.md`)
  for (let index = 0; index < created; index += 1) {
    mkdirSync(dirname(place(index, 'new')), { recursive: true })
    writeFileSync(place(index, 'new'), `# Note ${index}\n\nA storm of notes.\n`)
  }
  for (let index = 0; index < renamed; index += 1) renameSync(place(index, 'new'), place(index, 'renamed'))
  for (let index = renamed; index < renamed + deleted; index += 1) rmSync(place(index, 'new'))
}

describe('A21: changes of watched files', () => {
  it('A21: result in exactly the right documents after creating, renaming and deleting thousands of files', async ({
    annotate,
  }) => {
    const workspace = await indexedWorkspace(files)
    const { until, end, said } = startWatch(workspace)
    await until('stderr', /Watching/)
    const start = performance.now()
    storm(workspace)
    const expected = notesOf(workspace).toSorted()
    expect(expected).toHaveLength(1 + created - deleted)
    await expect.poll(() => documentsOf(workspace), patience).toEqual(expected)
    await annotate(
      `settled ${((performance.now() - start) / 1000).toFixed(1)} s after the first of ${created + renamed + deleted} changes`,
    )
    expect([await end('SIGTERM'), said.stderr]).toEqual([0, expect.not.stringContaining('instead')])
    expect(await documentsOf(workspace)).toEqual(expected)
  })
})
