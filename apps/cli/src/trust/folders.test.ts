import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '@recallite/settings'
import { hostileFolder } from './__fixtures__/hostile-folder.js'
import { sharedFolders } from './folders.js'

const isRoot = process.getuid?.() === 0
const somebody = 65_534

describe.skipIf(process.platform === 'win32')('folders that others can write to', () => {
  it('are told where every user may write, or another user owns them', async () => {
    const { home, cwd, write } = hostileFolder()
    write('.recallite.yaml', '')
    const database = join(home, 'data/memory.sqlite')
    const folders = [join(home, 'data'), join(home, '.recallite'), join(home, '.recallite/models'), cwd]
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    const resolved = await readSettings({ cwd, variables: { HOME: home } })
    const told = () => sharedFolders(resolved, database).map(({ path }) => path)
    expect(told()).toEqual([])
    for (const folder of folders) {
      chmodSync(folder, 0o777)
      expect(told()).toEqual([folder])
      // As /tmp is: nobody removes there what is another's.
      chmodSync(folder, 0o1777)
      expect(told()).toEqual([])
      chmodSync(folder, 0o775)
      expect(told()).toEqual([])
      if (!isRoot) continue
      chownSync(folder, somebody, somebody)
      expect(sharedFolders(resolved, database)).toEqual([
        { path: folder, reason: 'it belongs to another user', isOpen: false },
      ])
      chownSync(folder, 0, 0)
    }
    expect(sharedFolders(resolved, ':memory:')).toEqual([])
  })

  it('are told by index and doctor', async () => {
    const { cwd, run, runJson, write } = hostileFolder()
    write('.recallite.yaml', 'store: { path: shared/memory.sqlite }\n')
    mkdirSync(join(cwd, 'shared'))
    chmodSync(join(cwd, 'shared'), 0o777)
    expect((await run('index')).stderr).toContain(
      `Others can change what is in ${join(cwd, 'shared')}: every user of this machine may write there. See 'recallite doctor'.\n`,
    )
    const { findings } = await runJson<{ findings: { name: string }[] }>('doctor')
    expect(findings.filter(({ name }) => name === 'sharing')).toMatchObject([
      { state: 'warning', fix: `chmod o-w ${join(cwd, 'shared')}` },
    ])
  })
})
