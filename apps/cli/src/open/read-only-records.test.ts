import { chmodSync, cpSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openSqliteRecords } from '@recallite/store-sqlite/records'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { otherUser } from '../__fixtures__/other-user.js'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { recordsFileOf } from './memory-location.js'

const { run } = otherUser()

/** A copy of a memory with records in a read-only folder; with `hasLog`, its last record is only in the log. */
async function readOnlyMemory({ hasLog }: { readonly hasLog: boolean }) {
  const { run: runHere, notes, database } = cliWorkspace({ 'a.md': '# A\n\nThe zeppelin flies.\n' })
  await runHere('index', notes, '--provider', 'none')
  await runHere('remember', 'The zeppelin is red.', '--provider', 'none')
  const top = temporaryFolder()
  const [folder, home] = [join(top, 'memory'), join(top, 'home')]
  for (const path of [folder, home]) mkdirSync(path)
  const records = await openSqliteRecords({ path: recordsFileOf(database) })
  if (hasLog) await records.put([{ content: 'The zeppelin landed.' }])
  else await records.close()
  const names = readdirSync(dirname(database)).filter((name) => /\.sqlite(?:-wal)?$/u.test(name))
  for (const name of names) {
    cpSync(join(dirname(database), name), join(folder, name))
    chmodSync(join(folder, name), 0o444)
  }
  if (hasLog) await records.close()
  chmodSync(top, 0o755)
  chmodSync(home, 0o777)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  const path = join(folder, 'index.sqlite')
  return {
    home,
    names,
    folder,
    run: (...args: string[]) => run({ cwd: home, home }, [...args, '--db', path]),
  }
}

describe.skipIf(process.platform === 'win32')('records in a folder that is not writable', () => {
  it.each([{ hasLog: false }, { hasLog: true }])(
    'are searched, exported and backed up: %o',
    async ({ hasLog }) => {
      const { run: runThere, home, names, folder } = await readOnlyMemory({ hasLog })
      const contents = ['The zeppelin is red.', ...(hasLog ? ['The zeppelin landed.'] : [])]
      const searched = runThere('search', 'zeppelin', '--json')
      expect([searched.status, searched.stdout]).toEqual([0, expect.stringContaining('The zeppelin is red.')])
      const recalled = runThere('recall', 'zeppelin', '--json')
      expect([recalled.status, recalled.stdout]).toEqual([0, expect.stringContaining('The zeppelin is red.')])
      const exported = runThere('export')
      const lines = exported.stdout.trim().split('\n')
      expect([exported.status, lines.map((line) => JSON.parse(line).content)]).toEqual([0, contents])
      const copy = join(home, 'copy.sqlite')
      expect(runThere('backup', copy).status).toBe(0)
      expect(run({ cwd: home, home }, ['export', '--db', copy]).stdout).toBe(exported.stdout)
      expect(readdirSync(folder).toSorted()).toEqual(names.toSorted())
    },
  )

  it('are not changed: a command that stores or forgets fails with a code', async () => {
    const { run: runThere } = await readOnlyMemory({ hasLog: false })
    const id = JSON.parse(runThere('export').stdout).id
    for (const args of [
      ['remember', 'x'],
      ['forget', id],
      ['sessions', 'start'],
    ]) {
      const { status, stderr } = runThere(...args)
      expect([args, status, stderr]).toEqual([args, 1, expect.stringMatching(/_READ_ONLY\)\n$/u)])
    }
  })
})
