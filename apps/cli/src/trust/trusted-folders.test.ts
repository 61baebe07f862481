import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostileFolder } from './__fixtures__/hostile-folder.js'
import {
  distrustFolder,
  readTrustedFolders,
  trustedFoldersFile,
  trustFolder,
  workspaceFolderOf,
} from '@recallite/settings'

const isTrusted = (home: string, folder: string) =>
  workspaceFolderOf(join(folder, '.recallite.yaml'), home).isTrusted

describe('trusted folders', () => {
  it('are real paths, in a file that only the user can read and write', () => {
    const { home, cwd } = hostileFolder()
    symlinkSync(cwd, join(home, 'link'))
    expect(isTrusted(home, cwd)).toBe(false)
    expect(trustFolder(home, join(home, 'link'))).toBe(cwd)
    trustFolder(home, cwd)
    expect(readTrustedFolders(home)).toEqual([cwd])
    expect(statSync(trustedFoldersFile(home)).mode & 0o777).toBe(0o600)
    expect([cwd, join(home, 'link'), home, join(cwd, 'memory')].map((path) => isTrusted(home, path))).toEqual(
      [true, true, false, false],
    )
    // Trust belongs to the path: a moved folder is not trusted.
    renameSync(cwd, join(home, 'moved'))
    expect(isTrusted(home, join(home, 'moved'))).toBe(false)
    expect(distrustFolder(home, cwd)).toBe(cwd)
    expect(() => distrustFolder(home, cwd)).toThrow(/is not trusted/u)
    expect(() => trustFolder(home, cwd)).toThrow(/is not a folder/u)
  })

  it('are none if the list may not be the user’s own, is damaged, or is a link', () => {
    const { home, cwd } = hostileFolder()
    const file = trustedFoldersFile(home)
    trustFolder(home, cwd)
    const text = readFileSync(file, 'utf8')
    const spoilt: readonly (() => void)[] = [
      () => chmodSync(file, 0o622),
      () => writeFileSync(file, '{ "version": 1, "folders": ['),
      () => writeFileSync(file, '{ "version": 2, "folders": [] }'),
      () => writeFileSync(file, '{ "version": 1, "folders": [1] }'),
      () => {
        writeFileSync(join(home, 'list.json'), text)
        rmSync(file)
        symlinkSync(join(home, 'list.json'), file)
      },
      () => {
        rmSync(file)
        mkdirSync(file)
      },
    ]
    for (const spoil of spoilt) {
      rmSync(file, { recursive: true, force: true })
      writeFileSync(file, text, { mode: 0o600 })
      spoil()
      expect(isTrusted(home, cwd)).toBe(false)
      expect(() => trustFolder(home, cwd)).toThrow(/no folder is trusted/u)
    }
  })
})

describe('recallite trust', () => {
  it('trusts the folder of the settings file in effect, lists it, and undoes it', async () => {
    const { cwd, home, write, run, runJson } = hostileFolder()
    write('.recallite.yaml', 'query: { maxResults: 7 }\n')
    mkdirSync(join(cwd, 'deep/er'), { recursive: true })
    expect(await runJson('config', 'query.maxResults')).toMatchObject({ workspaceTrusted: false })
    expect((await run('config')).stderr).toContain(`${cwd} is not trusted`)
    expect((await run('doctor')).stdout.replace(/\s+/gu, ' ')).toContain('in a folder that is not trusted')
    expect(await runJson('trust')).toEqual({ trusted: cwd })
    expect(await runJson('trust', join(home, 'private'))).toEqual({ trusted: join(home, 'private') })
    expect((await run('trust', '--list')).stdout).toBe(`${join(home, 'private')}\n${cwd}\n`)
    expect(await runJson('config', 'query.maxResults')).toMatchObject({ workspaceTrusted: true })
    expect((await run('doctor')).stdout.replace(/\s+/gu, ' ')).toContain('in a folder that you trust')
    expect(await runJson('trust', '--remove', cwd)).toEqual({ removed: cwd })
    expect(await runJson('trust', '--list')).toEqual({ folders: [join(home, 'private')] })
    for (const wrong of ['a b', '--list a', '--list --remove', 'nowhere', '--remove nowhere']) {
      expect((await run('trust', ...wrong.split(' '))).exitCode).toBe(2)
    }
  })
})
