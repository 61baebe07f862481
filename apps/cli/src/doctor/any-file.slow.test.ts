import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { copyOf, examined, examinedWorkspace } from './__fixtures__/examined.js'

/** Files in place of a database, and whether each can be repaired; others are refused and left unchanged. */
const files: readonly (readonly [name: string, isMended: boolean, put: (path: string) => void])[] = [
  ['a text', false, (path) => writeFileSync(path, '# Notes\n\nHello.\n'.repeat(100))],
  ['an empty file', true, (path) => writeFileSync(path, '')],
  ['a beginning', true, (path) => truncateSync(path, 60)],
  ['zeros', true, (path) => writeFileSync(path, Buffer.alloc(100_000))],
  ['a huge file of zeros', true, (path) => (writeFileSync(path, ''), truncateSync(path, 2_000_000_000))],
  ['a folder', false, (path) => (rmSync(path), mkdirSync(path))],
  ['a pipe', false, (path) => (rmSync(path), void spawnSync('mkfifo', [path]))],
  ['a link to itself', false, (path) => (rmSync(path), symlinkSync(path, path))],
]

describe('A25: any file in place of a database', () => {
  it.skipIf(process.platform === 'win32').each(files)(
    'A25: is repaired or refused: %s',
    async (_, isMended, put) => {
      const { database } = await examinedWorkspace()
      const path = copyOf(database)
      put(path)
      const looked = await examined(path, '--deep')
      expect([schemaErrors('doctor', looked.report), looked.talked]).toEqual([[], ''])
      const { report } = await examined(path, '--repair')
      expect(schemaErrors('doctor', report)).toEqual([])
      const failed = [...report.findings, ...(report.repairs ?? [])].filter(({ state }) => state === 'failed')
      for (const { cause, fix } of failed) expect([cause, fix]).not.toContain(null)
      const { state } = report.findings.find(({ name }) => name === 'database') ?? {}
      expect(state).toBe(isMended ? 'ok' : 'failed')
    },
  )

  it('A25: is repaired in its place if a link leads to it', async () => {
    const { database } = await examinedWorkspace()
    const path = copyOf(database)
    const link = join(temporaryFolder(), 'link.sqlite')
    symlinkSync(path, link)
    const bytes = readFileSync(path)
    bytes[0] = 0
    writeFileSync(path, bytes)
    await examined(link, '--repair')
    expect(readFileSync(`${path}.damaged-1`).equals(bytes)).toBe(true)
    expect((await examined(link, '--deep')).exitCode).toBe(0)
  })
})
