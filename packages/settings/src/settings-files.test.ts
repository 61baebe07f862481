import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, dirname } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { refusalOfPromise, refusalOf } from './__fixtures__/settings-error.js'
import { readSettingsFile, findUserFile, findWorkspaceFile } from './settings-files.js'

async function read(name: string, content: string | Uint8Array) {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return (await readSettingsFile(path)).content
}

const mark = '\u{feff}'

describe('a settings file', () => {
  it.each([
    ['c.yaml', 'provider: none # words\n'],
    ['c.yml', '{ provider: none }'],
    ['c.json', '{ "provider": "none" }'],
    ['c.JSON', `${mark}{ "provider": "none" }`],
    ['c.yaml', `${mark}provider: none\r\n`],
    ['settings', 'provider: none'],
  ])('%s is read: %j', async (name, content) => {
    expect(await read(name, content)).toEqual({ provider: 'none' })
  })

  it('may be empty', async () => {
    expect([await read('c.yaml', ''), await read('c.json', '{}')]).toEqual([{}, {}])
  })

  it.each(['- a', 'a', '3', '[]'])('%j is not a mapping', async (content) => {
    expect(await refusalOfPromise(read('c.yaml', content))).toMatch(
      /^SETTINGS_MALFORMED \S+:1: .*not a mapping/,
    )
  })

  it.each([
    ['c.yaml', 'a'.repeat(1_000_001), 'is larger than 1 MB'],
    ['c.yaml', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'is not UTF-8 text'],
    ['c.json', Uint8Array.of(0x22, 0xc3, 0x22), 'is not UTF-8 text'],
  ])('is not read: %s %#', async (name, content, fault) => {
    expect(await refusalOfPromise(read(name, content))).toMatch(
      new RegExp(`^SETTINGS_UNREADABLE The settings file \\S+ ${fault}`),
    )
  })

  it('is named if it is not a readable file', async () => {
    const folder = temporaryFolder()
    const at = (name: string) => join(folder, name)
    mkdirSync(at('folder.yaml'))
    symlinkSync(at('nowhere'), at('link.yaml'))
    execFileSync('mkfifo', [at('pipe.yaml')])
    const faults = await Promise.all(
      ['folder.yaml', 'link.yaml', 'pipe.yaml', 'missing.yaml'].map((name) =>
        refusalOfPromise(readSettingsFile(at(name))),
      ),
    )
    expect(faults.map((fault) => fault.replaceAll(folder, ''))).toEqual([
      'SETTINGS_UNREADABLE The settings file /folder.yaml is not a file.',
      'SETTINGS_UNREADABLE The settings file /link.yaml does not exist.',
      'SETTINGS_UNREADABLE The settings file /pipe.yaml is not a file.',
      'SETTINGS_UNREADABLE The settings file /missing.yaml does not exist.',
    ])
  })

  it.skipIf(process.getuid?.() === 0)('may be unreadable', async () => {
    const path = join(temporaryFolder(), 'c.yaml')
    writeFileSync(path, '')
    chmodSync(path, 0)
    expect(await refusalOfPromise(readSettingsFile(path))).toContain('change its permissions')
  })
})

describe('the YAML library', () => {
  it('is loaded only for a settings file: its single importer is imported on demand', () => {
    const folder = import.meta.dirname
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
    )
    const holders = (words: string) =>
      sources.filter((path) => readFileSync(join(folder, path), 'utf8').includes(words))
    expect(holders(`from 'yaml'`)).toEqual(['parse-settings.ts'])
    expect(holders(`parse-settings.js'`)).toEqual(holders(`import('./parse-settings.js')`))
    expect(holders(`parse-settings.js'`)).toEqual(['settings-files.ts'])
  })
})

function folderWith(...paths: string[]) {
  const top = temporaryFolder()
  for (const path of paths) {
    mkdirSync(dirname(join(top, path)), { recursive: true })
    if (path.endsWith('/')) mkdirSync(join(top, path), { recursive: true })
    else writeFileSync(join(top, path), '')
  }
  return top
}

describe('the user file', () => {
  it.each(['config.yaml', 'config.yml', 'config.json'])('is %s', (name) => {
    const home = folderWith(`.recallite/${name}`)
    expect(findUserFile(home)).toBe(join(home, '.recallite', name))
  })

  it('is optional', () => {
    expect(findUserFile(folderWith())).toBeUndefined()
  })

  it('must be unique', () => {
    const home = folderWith('.recallite/config.yaml', '.recallite/config.json')
    expect(refusalOf(() => findUserFile(home))).toMatch(
      /^SETTINGS_AMBIGUOUS \S+config\.yaml and \S+config\.json both exist.*delete one/,
    )
  })
})

describe('a home folder', () => {
  it('that is not a folder has no settings', () => {
    const file = join(folderWith('file'), 'file')
    expect(findUserFile(file)).toBeUndefined()
    expect(findUserFile('/dev/null')).toBeUndefined()
  })

  it('whose name is too long for the system is reported', () => {
    const refusal = refusalOf(() => findUserFile(`/${'x'.repeat(5000)}`))
    expect(refusal).toMatch(
      /^SETTINGS_UNREADABLE The settings folder .* is not accessible\. .*ENAMETOOLONG.*HOME=FOLDER/,
    )
  })
})

describe('the workspace file', () => {
  it('is the nearest one upwards', () => {
    const top = folderWith('home/.recallite.yaml', 'home/a/.recallite.json', 'home/a/b/c/')
    const found = (cwd: string) => findWorkspaceFile(join(top, cwd), join(top, 'home'))
    expect(found('home/a/b/c')).toBe(join(top, 'home/a/.recallite.json'))
    expect(found('home')).toBe(join(top, 'home/.recallite.yaml'))
  })

  it('is not searched above the home folder, by any of its paths', () => {
    const top = folderWith('.recallite.yaml', 'home/a/')
    expect(findWorkspaceFile(join(top, 'home/a'), join(top, 'home'))).toBeUndefined()
    symlinkSync(join(top, 'home'), join(top, 'link'))
    expect(findWorkspaceFile(join(top, 'home/a'), join(top, 'link'))).toBeUndefined()
    expect(findWorkspaceFile(join(top, 'home/a'), '/elsewhere')).toBe(join(top, '.recallite.yaml'))
  })

  it.each(['.git/', '.git'])('is not searched above a folder with %s, but in it', (git) => {
    const top = folderWith('.recallite.yaml', `repository/${git}`, 'repository/a/')
    expect(findWorkspaceFile(join(top, 'repository/a'), '/elsewhere')).toBeUndefined()
    writeFileSync(join(top, 'repository/.recallite.yml'), '')
    expect(findWorkspaceFile(join(top, 'repository/a'), '/elsewhere')).toBe(
      join(top, 'repository/.recallite.yml'),
    )
  })

  it('must be unique, and a broken link counts', () => {
    const top = folderWith('.recallite.yml')
    symlinkSync(join(top, 'nowhere'), join(top, '.recallite.yaml'))
    expect(refusalOf(() => findWorkspaceFile(top, top))).toMatch(/^SETTINGS_AMBIGUOUS /)
  })
})
