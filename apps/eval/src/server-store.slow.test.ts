import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasPostgres, runProcess, startPostgres, temporaryFolder, serverOfGroup } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { readRun } from './run/run-file.js'

/** The built program, since the driver is a package of its own that Node loads. */
const builtEval = join(import.meta.dirname, '../dist/bin.js')

const postgres = hasPostgres() ? serverOfGroup(startPostgres) : undefined

function workspace() {
  const folder = temporaryFolder()
  const run = (...args: string[]) =>
    runProcess([builtEval, ...args], {
      cwd: folder,
      env: { HOME: folder, NODE_PATH: '', NO_COLOR: '', PGPASSWORD: postgres?.password ?? '' },
    })
  const asked = (...args: string[]) =>
    run('run', 'issue-16021', '--provider', 'none', '--strategies', 'keyword', ...args)
  return { folder, run, asked }
}

describe.skipIf(!existsSync(builtEval) || postgres === undefined)(
  'suites whose indexes are on a server',
  () => {
    it('are answered as those in files, and a comparison says where they were', async () => {
      const { folder, run, asked } = workspace()
      const [ofFile, ofServer] = [join(folder, 'file.jsonl'), join(folder, 'server.jsonl')]
      const server = `postgres://me@${postgres?.host ?? ''}/postgres`
      expect((await asked('--out', ofFile)).exitCode).toBe(0)
      for (const again of ['first', 'again']) {
        const { exitCode, stderr } = await asked('--out', ofServer, '--store', server)
        expect([again, exitCode, stderr]).toEqual([again, 0, expect.stringContaining('The run is kept')])
      }
      const [file, kept] = [ofFile, ofServer].map((path) => readRun(path))
      const rankings = (made: typeof file) =>
        made?.answers.map(({ suite, query, documents, results }) => [suite, query, documents, results])
      expect(rankings(kept)?.length).toBeGreaterThan(50)
      expect(rankings(kept)).toEqual(rankings(file))
      expect(kept?.settings?.store).toBe(server)
      const compared = await run('compare', ofFile, ofServer)
      expect(compared.stdout).toContain(server)
    })

    it('are refused with a clear message where the address is wrong, without the password', async () => {
      const { asked } = workspace()
      const malformed = await asked('--store', 'mysql://me:topsecret@localhost/x')
      expect(malformed).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('postgres://') })
      const unreachable = await asked('--store', 'postgres://me:topsecret@127.0.0.1:1/x')
      expect(unreachable).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('127.0.0.1:1') })
      const records = await asked('records', '--store', 'postgres://localhost/x')
      expect(records).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('kept in files') })
      for (const { stdout, stderr } of [malformed, unreachable]) {
        expect(stdout + stderr).not.toContain('topsecret')
      }
    })
  },
)
