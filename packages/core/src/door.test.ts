import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'

const door = new URL('../dist/index.js', import.meta.url)

/** Runs in a separate process, and returns the loaded modules that a search does not need. */
async function loadedBy(work: string, ...words: string[]): Promise<string[]> {
  const program = `
    import { createRequire } from 'node:module'
    const [door, ...words] = process.argv.slice(1)
    const { createMemory } = await import(door)
    ${work}
    process.stdout.write(JSON.stringify(Object.keys(createRequire(door).cache)))
  `
  const args = ['--input-type=module', '--eval', program, fileURLToPath(door), ...words]
  const { exitCode, stdout, stderr } = await runProcess(args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
  expect([exitCode, stderr]).toEqual([0, ''])
  const loaded = JSON.parse(stdout) as string[]
  return loaded.filter((path) => /markdown-it|htmlparser2|node_modules[/\\]ignore/.test(path))
}

const recalling = `
  const { openSqliteStore } = await import('@recallite/store-sqlite')
  const { openSqliteRecords } = await import('@recallite/store-sqlite/records')
  const [folder, content] = words
  const store = await openSqliteStore({ path: folder + '/index.sqlite', create: true })
  const memory = createMemory({ store, records: await openSqliteRecords({ path: folder + '/records.sqlite', create: true }) })
  if (content) await memory.records.remember(content)
  else if ((await memory.search('kettle')).answer.results.length !== 1) throw new Error('Nothing is found.')
  await memory.close()
`

describe.skipIf(!existsSync(door))('the entry point of the package', () => {
  it('loads no Markdown parser, which a single search does not need', async () => {
    expect(await loadedBy('')).toEqual([])
    const folder = temporaryFolder()
    expect(await loadedBy(recalling, folder, 'The kettle boils at 96 degrees.')).not.toEqual([])
    expect(await loadedBy(recalling, folder)).toEqual([])
  })
})
