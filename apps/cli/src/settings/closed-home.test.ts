import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { otherUser } from '../__fixtures__/other-user.js'

describe.skipIf(process.platform === 'win32')('a home folder without access', () => {
  const { run } = otherUser()

  it.each([
    ['itself', 'home'],
    ['in its .recallite', join('home', '.recallite')],
  ])('%s, is reported with advice', (_, closed) => {
    const top = temporaryFolder()
    const home = join(top, 'home')
    const notes = join(top, 'notes')
    mkdirSync(join(home, '.recallite'), { recursive: true })
    mkdirSync(notes)
    writeFileSync(join(notes, 'MEMORY.md'), 'The zeppelin landed.\n')
    for (const folder of [top, home, notes]) chmodSync(folder, 0o755)
    chmodSync(join(top, closed), 0)
    onTestFinished(() => chmodSync(join(top, closed), 0o755))
    for (const args of [['search', 'zeppelin'], ['index'], ['config']]) {
      const database = join(top, 'index.sqlite')
      const { status, stderr } = run({ cwd: notes, home }, [...args, '--db', database])
      expect([args, status, stderr]).toEqual([args, 2, expect.stringMatching(/\(SETTINGS_UNREADABLE\)\n$/)])
      expect(stderr).toContain(`The settings folder ${join(home, '.recallite')} is not accessible`)
      expect(stderr).toContain(
        `You have no access to ${join(top, closed)}. Allow it: chmod u+rwx ${join(top, closed)}`,
      )
      expect(stderr).not.toContain('both there')
    }
  })
})
