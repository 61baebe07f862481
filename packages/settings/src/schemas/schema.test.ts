import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../__fixtures__/settings-error.js'
import { boolean, number, oneOf } from '@recallite/core/schema'
import * as v from 'valibot'
import type { Entry } from '../errors.js'
import { url } from './addresses.js'
import { nameOrPath, path, pathOr } from './paths.js'
import {
  list,
  meaning,
  readValue,
  showValue,
  valueOfVariable,
  type Plain,
  type SettingSchema,
} from './schema.js'
import { duration, readText, someText } from './texts.js'

const text = meaning<string>(someText('a text that is not empty'), { read: readText })

const surroundings = {
  home: '/home/me',
  cwd: '/cwd',
  variables: {
    NAME: 'value',
    HOST: 'example.org',
    ROOT: '/data',
    MINE: '~/models',
    THEIRS: '~other',
    EMPTY: '',
  },
}
const inFile = (isWorkspace = false) => ({
  key: 'some.key',
  origin: { kind: 'file', file: '/etc/memory/c.yaml', line: 7, isWorkspace } as const,
})
const inVariable = { key: 'some.key', origin: { kind: 'variable', name: 'SOME_KEY' } as const }

function resolved(schema: SettingSchema, value: Plain, entry: Entry = inFile()): unknown {
  return readValue(schema, value, entry)(surroundings)
}

const whole = number({ min: 1, max: 9, isWhole: true })
const short = duration({ min: 10, max: 60_000 })
const shortOrZero = duration({ min: 10, max: 60_000, orZero: true })
const colours = oneOf(['red', 'green'])
const pair = v.strictObject({ name: text, size: v.optional(whole) }, 'a mapping of name, size')
const someNumbers = list(whole, 'numbers')

describe('a schema of values', () => {
  it.each<[string, SettingSchema, Plain, unknown]>([
    ['boolean', boolean, false, false],
    ['number', whole, 9, 9],
    ['number without bound', number({ min: 0 }), 1e9, 1e9],
    ['one of names', colours, 'green', 'green'],
    ['text with a literal reference', text, '$${NAME}', '${NAME}'],
    ['path of the home folder', path, '~', '/home/me'],
    ['path under the home folder', path, '~/a/../b', '/home/me/b'],
    ['path next to the file', path, './a', '/etc/memory/a'],
    ['path with a variable', path, '/x/${NAME}', '/x/value'],
    ['path where a word is allowed', pathOr(':memory:'), 'memory', '/etc/memory/memory'],
    ['name', nameOrPath, 'a/b:c', 'a/b:c'],
    ['path where a name is allowed', nameOrPath, '../b', '/etc/b'],
    ['path with a variable where a name is allowed', nameOrPath, './${NAME}.gguf', '/etc/memory/value.gguf'],
    ['variable that stands for a path', nameOrPath, '${ROOT}/m.gguf', '/data/m.gguf'],
    ['variable that stands for a path of the home folder', nameOrPath, '${MINE}/m', '/home/me/models/m'],
    ['name with a literal reference', nameOrPath, 'a$${NAME}', 'a${NAME}'],
    ['address', url, 'https://example.org/v1', 'https://example.org/v1'],
    ['address with a variable', url, 'https://${HOST}/v1', 'https://example.org/v1'],
    ['milliseconds', short, '500ms', 500],
    ['minutes', short, '1m', 60_000],
    ['zero duration, with its unit', shortOrZero, '0s', 0],
    ['list', someNumbers, [1, 2], [1, 2]],
    ['record', pair, { name: 'a' }, { name: 'a' }],
  ])('accepts a %s', (_name, schema, value, expected) => {
    expect(resolved(schema, value)).toEqual(expected)
  })

  it.each<[SettingSchema, Plain, string]>([
    [boolean, 'yes', 'some.key must be true or false'],
    [whole, 0, 'some.key must be a whole number from 1 to 9'],
    [whole, 1.5, 'a whole number'],
    [number({ min: 0 }), Number.NaN, 'a number from 0'],
    [colours, 'gren', 'some.key must be one of red, green. Did you mean "green"?'],
    [text, ' ', 'a text that is not empty'],
    [text, ['a'], 'a text'],
    [text, '${NAME', 'every ${ begins a ${NAME}'],
    [path, '~other/a', "other people's"],
    [path, '${THEIRS}/a', "other people's"],
    [nameOrPath, 'model-${NAME}', 'only a path may name variables'],
    [nameOrPath, 'org/${ROOT}', 'only a path may name variables'],
    [url, 'ftp://example.org', 'an http:// or https:// address'],
    [url, 'https://me:canary@example.org', 'without name, password'],
    [url, 'https://example.org/?key=canary', 'without name, password, query'],
    [short, 5, 'such as 500ms, 5s or 2m, from 10ms to 1m'],
    [short, '9ms', 'from 10ms'],
    [short, '2m', 'to 1m'],
    [shortOrZero, '9ms', 'from 10ms to 1m, or 0'],
    [someNumbers, 1, 'a list of numbers'],
    [someNumbers, [1, 0], 'some.key[1] must be a whole number'],
    [someNumbers, Array.from({ length: 1001 }, () => 1), 'at most 1000'],
    [pair, 'a', 'a mapping of name, size'],
    [pair, { size: 1 }, 'some.key must be a mapping with a name'],
    [pair, { name: 'a', size: 0 }, 'some.key.size must be a whole number'],
  ])('rejects %#', (schema, value, message) => {
    const refusal = refusalOf(() => resolved(schema, value))
    expect(refusal).toContain('SETTINGS_INVALID_VALUE /etc/memory/c.yaml:7: ')
    expect(refusal).toContain(message)
    expect(refusal).not.toContain('canary')
  })

  it('names an unknown field, and the most similar one', () => {
    expect(refusalOf(() => resolved(pair, { name: 'a', nam: 'a' }))).toMatch(
      /SETTINGS_UNKNOWN_KEY .* has no "nam"\. Did you mean "name"\?/,
    )
  })

  it('names an unset variable only when the value is resolved', () => {
    const resolve = readValue(text, '${MISSING}', inFile())
    expect(refusalOf(() => resolve(surroundings))).toBe(
      'SETTINGS_VARIABLE_UNSET /etc/memory/c.yaml:7: some.key needs the environment variable MISSING, which is not set. Set it, or change the setting.',
    )
    expect(refusalOf(() => resolved(text, '${EMPTY}'))).toContain('EMPTY, which is not set')
  })

  it('expands only ~ outside of files', () => {
    expect(resolved(text, '${NAME}', inVariable)).toBe('${NAME}')
    expect(resolved(path, '~/a', inVariable)).toBe('/home/me/a')
    expect(resolved(path, 'a', inVariable)).toBe('/cwd/a')
  })

  it.each<[SettingSchema, string, Plain]>([
    [boolean, 'TRUE', true],
    [boolean, '0', false],
    [boolean, 'maybe', 'maybe'],
    [whole, '7', 7],
    [whole, 'x', Number.NaN],
    [someNumbers, '1, 2,', [1, 2]],
    [someNumbers, '[1]', [1]],
    [list(pair, 'pairs'), '[{"name":"a"}]', [{ name: 'a' }]],
    [list(pair, 'pairs'), '[{', '[{'],
  ])('reads values of environment variables: %#', (schema, written, value) => {
    expect(valueOfVariable(schema, written, 'SOME_KEY')).toEqual(value)
  })

  it('prints values as in a file', () => {
    expect([500, 1000, 90_000, 120_000, 3_600_000].map((each) => showValue(short, each))).toEqual([
      '500ms',
      '1s',
      '90s',
      '2m',
      '1h',
    ])
    expect(showValue(shortOrZero, 0)).toBe(0)
    expect(showValue(pair, { name: 'a', size: undefined })).toEqual({ name: 'a' })
    expect(showValue(list(pair, 'pairs'), [{ name: 'a', size: 2 }])).toEqual([{ name: 'a', size: 2 }])
  })
})

describe('an address in a workspace file', () => {
  it.each(['http://localhost:11434', 'http://127.1.2.3/v1', 'http://[::1]:80', 'http://LOCALHOST'])(
    'may be %s',
    (address) => {
      expect(resolved(url, address, inFile(true))).toBe(address)
    },
  )

  it.each([
    'https://example.org',
    'http://a.localhost',
    'http://127.0.0.1.example.org',
    'http://localhost@example.org',
    'http://0.0.0.0',
    '${HOST}',
  ])('must not be %s', (address) => {
    expect(refusalOf(() => resolved(url, address, inFile(true)))).toMatch(
      /^SETTINGS_(REFUSED .* user file|INVALID_VALUE .* without name)/,
    )
  })
})

describe('a workspace file', () => {
  it.each<[SettingSchema, Plain]>([
    [text, 'a ${NAME}'],
    [pathOr(':memory:'), '${ROOT}'],
    [nameOrPath, '${NAME}'],
    [url, 'http://localhost/${NAME}'],
    [list(path, 'paths'), ['./a', '${ROOT}']],
    [v.strictObject({ model: nameOrPath }, 'a mapping'), { model: '${NAME}' }],
  ])('must not refer to variables: %#', (schema, value) => {
    expect(refusalOf(() => resolved(schema, value, inFile(true)))).toMatch(
      /^SETTINGS_REFUSED \/etc\/memory\/c\.yaml:7: some\.key\S* may not take its value from a variable .*user file/,
    )
  })

  it.each(['~', '~/a', '~other', '../b', '/b', '/etc/memory2', './a/../../b'])(
    'names no path such as %s',
    (written) => {
      for (const schema of [path, pathOr(':memory:'), nameOrPath]) {
        expect(refusalOf(() => resolved(schema, written, inFile(true)))).toMatch(
          schema === nameOrPath && written === '~other'
            ? /not refused/
            : /^SETTINGS_REFUSED .* own folder .* user file/,
        )
      }
    },
  )

  it.each([
    ['.', '/etc/memory'],
    ['./a/../b', '/etc/memory/b'],
    ['/etc/memory/c', '/etc/memory/c'],
  ])('may name paths within its folder: %s', (written, expected) => {
    expect(resolved(path, written, inFile(true))).toBe(expected)
    expect(resolved(nameOrPath, written, inFile(true))).toBe(expected)
  })

  it('may name models, but no files of other folders', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'work/org'), { recursive: true })
    for (const file of ['own.gguf', 'work/inner.gguf', 'work/org/m'])
      writeFileSync(join(folder, file), 'GGUF')
    symlinkSync('../own.gguf', join(folder, 'work/outer.gguf'))
    symlinkSync('../..', join(folder, 'work/org/up'))
    const file = join(folder, 'work/c.yaml')
    const entry = { key: 'model', origin: { kind: 'file', file, line: 1, isWorkspace: true } as const }
    const read = (name: string) => () =>
      readValue(nameOrPath, name, entry)({ ...surroundings, cwd: join(folder, 'work') })
    for (const name of ['text-embedding-3-small', 'org/m', 'a/b:c', 'inner.gguf', 'none.gguf']) {
      expect(read(name)()).toBe(name)
    }
    for (const name of ['org/../../own.gguf', 'outer.gguf', 'org/up/own.gguf']) {
      expect(refusalOf(read(name))).toMatch(/^SETTINGS_REFUSED .*own folder/)
    }
  })
})
