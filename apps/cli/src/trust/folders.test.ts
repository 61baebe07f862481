import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readSettings } from '@recallite/settings'
import { hostileFolder } from './__fixtures__/hostile-folder.js'
import { sharedFolders } from './folders.js'

const isRoot = process.getuid?.() === 0
const otherUser = 65_534

describe.skipIf(process.platform === 'win32')('folders that others can write to', () => {
  it('are listed if every user can write to them or another user owns them', async () => {
    const { home, cwd, write } = hostileFolder()
    write('.recallite.yaml', '')
    const database = join(home, 'data/memory.sqlite')
    const folders = [join(home, 'data'), join(home, '.recallite'), join(home, '.recallite/models'), cwd]
    for (const folder of folders) mkdirSync(folder, { recursive: true })
    const resolved = await readSettings({ cwd, variables: { HOME: home } })
    const shared = () => sharedFolders(resolved, database).map(({ path }) => path)
    expect(shared()).toEqual([])
    for (const folder of folders) {
      chmodSync(folder, 0o777)
      expect(shared()).toEqual([folder])
      // Like /tmp, where users cannot remove each other's files.
      chmodSync(folder, 0o1777)
      expect(shared()).toEqual([])
      chmodSync(folder, 0o775)
      expect(shared()).toEqual([])
      if (!isRoot) continue
      chownSync(folder, otherUser, otherUser)
      expect(sharedFolders(resolved, database)).toEqual([
        { path: folder, reason: 'it belongs to another user', isOpen: false },
      ])
      chownSync(folder, 0, 0)
    }
    expect(sharedFolders(resolved, ':memory:')).toEqual([])
  })

  it('are reported by index and doctor', async () => {
    const { cwd, run, runJson, write } = hostileFolder()
    write('.recallite.yaml', 'store: { path: shared/memory.sqlite }\n')
    mkdirSync(join(cwd, 'shared'))
    chmodSync(join(cwd, 'shared'), 0o777)
    expect((await run('index')).stderr).toContain(
      `Other users can change files in ${join(cwd, 'shared')}: every user on this machine can write to it. Run 'recallite doctor'.\n`,
    )
    const { findings } = await runJson<{ findings: { name: string }[] }>('doctor')
    expect(findings.filter(({ name }) => name === 'sharing')).toMatchObject([
      { state: 'warning', fix: `chmod o-w ${join(cwd, 'shared')}` },
    ])
  })
})
