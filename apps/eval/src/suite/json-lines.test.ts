import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { readItems, readLines } from './json-lines.js'

function fileOf(...parts: readonly (string | Buffer)[]): string {
  const file = join(temporaryFolder(), 'lines')
  writeFileSync(file, Buffer.concat(parts.map((part) => Buffer.from(part))))
  return file
}

const latin = Buffer.from('é', 'latin1')

it('numbers the lines that are not blank, without a byte order mark', () => {
  const file = fileOf('\ufeffcafé\r\n \n\n战国\u2028x')
  expect(readLines(file).map(({ line, text }) => [line, text])).toEqual([
    [1, 'café'],
    [4, '战国\u2028x'],
  ])
})

it.each([
  [1, ['caf', latin, '\ncafé\n', latin]],
  [3, ['café\n\nx', latin, '\n']],
  [2, ['café\n', Buffer.from('é').subarray(0, 1)]],
  [1, [Buffer.from('\ufeffcafé\n', 'utf16le')]],
  [2, ['a\n', Buffer.from([0xed, 0xa0, 0x80]), '\n']],
])('rejects invalid UTF-8 on line %i: %#', (line, parts) => {
  const file = fileOf(...parts)
  const message = expect.stringContaining('Save the file as UTF-8') as string
  expect(failureOf(() => readLines(file))).toMatchObject({ code: 'SUITE_MALFORMED', file, line, message })
})

it('rejects a file that is too large, without reading it', () => {
  const file = fileOf('{"id":"a"}')
  truncateSync(file, 5_000_000_000)
  const refused = {
    code: 'SUITE_MALFORMED',
    message: `${file}: This file is larger than 500 MB. Divide the suite.`,
  }
  expect(failureOf(() => readLines(file))).toMatchObject(refused)
})

it.each(['secretword: x', '{"secretword"', '["secretword"]'])(
  'does not quote a line without an object: %s',
  (text) => {
    const failure = failureOf(() => readItems(fileOf(text), () => ({ id: '' })))
    expect(failure).toMatchObject({ code: 'SUITE_MALFORMED', line: 1 })
    expect(String(failure)).not.toContain('secretword')
  },
)
