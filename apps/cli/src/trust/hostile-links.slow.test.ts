import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { database, hostileFolder, namesDatabase, secret } from './__fixtures__/hostile-folder.js'

describe('a link that came with a folder', () => {
  const commands = [
    ['index'],
    ['search', 'lighthouse', '--threshold', '0'],
    ['backup', 'copy.sqlite'],
    ['doctor', '--repair'],
  ] as const
  const endings = ['', '-wal', '-shm', '-journal', '.lock', '.lock-holder']

  it.each(endings.map((ending) => [`${database}${ending}`]))(
    'at %s has no other file read or written',
    async (place) => {
      const folder = hostileFolder()
      folder.write('.recallite.yaml', namesDatabase)
      mkdirSync(dirname(join(folder.cwd, place)), { recursive: true })
      symlinkSync(folder.privateFile, join(folder.cwd, place))
      const said = await folder.runAll(commands)
      expect(folder.isUntouched()).toBe(true)
      expect(said).not.toContain(secret)
      expect(said).not.toMatch(/\n {4}at /u)
      const isReplaced = place.endsWith('.lock-holder')
      expect(said).toMatch(isReplaced ? /theirs\.md/u : /STORE_LINK|SETTINGS_REFUSED/u)
    },
  )

  it('in place of the database folder makes no files elsewhere', async () => {
    const folder = hostileFolder()
    folder.write('.recallite.yaml', namesDatabase)
    symlinkSync(folder.privateFolder, join(folder.cwd, '.recallite'))
    expect(await folder.runAll([['index'], ['search', 'x']])).toContain('SETTINGS_REFUSED')
    expect(existsSync(join(folder.privateFolder, 'memory.sqlite'))).toBe(false)
  })

  it.each(['memory', 'MEMORY.md'])('at %s is refused, with one line that says what to do', async (name) => {
    const folder = hostileFolder()
    const there = join(folder.cwd, 'inner')
    mkdirSync(there)
    writeFileSync(join(there, '.recallite.yaml'), '')
    const target = name === 'memory' ? folder.privateFolder : folder.privateFile
    symlinkSync(target, join(there, name))
    const line = `${join(there, name)} is skipped: it is a link out of its folder, to ${target}. To index that, name it: recallite index ${target}\n`
    const inside = ['--config', join(there, '.recallite.yaml')]
    for (const command of [
      ['search', 'lighthouse keeper', '--threshold', '0'],
      ['search', 'keeper', '--json'],
    ]) {
      const { stdout, stderr } = await folder.run(...command, ...inside)
      expect(stderr.split(line)).toHaveLength(2)
      expect(stdout).not.toContain(secret)
    }
    expect(
      await folder.runAll([
        ['status', ...inside],
        ['doctor', ...inside],
      ]),
    ).toContain('it is a link out of its folder')
    expect(
      await folder.runAll([
        ['roots', ...inside, '--json'],
        ['get', 'secret.md', ...inside],
      ]),
    ).not.toContain(secret)
    expect(lstatSync(join(there, name)).isSymbolicLink()).toBe(true)
    expect(readFileSync(folder.privateFile, 'utf8')).toContain(secret)
  })
})
