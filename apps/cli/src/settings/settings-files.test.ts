import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { plainOf } from './__fixtures__/plain.js'
import { refusalOfPromise } from './__fixtures__/settings-error.js'
import { readSettingsFile } from './settings-files.js'

async function read(name: string, content: string | Uint8Array) {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return plainOf({ line: 1, value: await readSettingsFile(path) })
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

  it.each(['- a', 'a', '3', '[]'])('%j is no mapping', async (content) => {
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

  it('is told of where it is none', async () => {
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
      'SETTINGS_UNREADABLE The settings file /link.yaml is not there.',
      'SETTINGS_UNREADABLE The settings file /pipe.yaml is not a file.',
      'SETTINGS_UNREADABLE The settings file /missing.yaml is not there.',
    ])
  })

  it.skipIf(process.getuid?.() === 0)('may be closed to us', async () => {
    const path = join(temporaryFolder(), 'c.yaml')
    writeFileSync(path, '')
    chmodSync(path, 0)
    expect(await refusalOfPromise(readSettingsFile(path))).toContain('change its permissions')
  })
})

describe('the YAML library', () => {
  it('is loaded for a settings file alone: it has one importer, which is imported when there is a file', () => {
    const folder = fileURLToPath(new URL('..', import.meta.url))
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.ts') && !path.endsWith('.test.ts'),
    )
    const holders = (words: string) =>
      sources.filter((path) => readFileSync(join(folder, path), 'utf8').includes(words))
    expect(holders(`from 'yaml'`)).toEqual(['settings/parse-settings.ts'])
    expect(holders(`parse-settings.js'`)).toEqual(holders(`import('./parse-settings.js')`))
    expect(holders(`parse-settings.js'`)).toEqual(['settings/settings-files.ts'])
  })
})
