import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { changeQueryLines, nextQueryId } from './suite-file.js'

describe('the lines of a file of queries', () => {
  it('are changed atomically, and all others stay byte for byte', async () => {
    const file = join(temporaryFolder(), 'queries.jsonl')
    await changeQueryLines(file, (lines) => lines.push('{"ä": 1}\r', '', ' b'))
    writeFileSync(file, '\uFEFFa\n', { flag: 'a' })
    expect(await changeQueryLines(file, (lines) => lines.splice(2, 1))).toEqual([' b'])
    expect(readFileSync(file, 'utf8')).toBe('{"ä": 1}\r\n\n\uFEFFa\n')
  })

  it('do not change if the change fails or the file is not text', async () => {
    const file = join(temporaryFolder(), 'queries.jsonl')
    const fail = () => {
      throw new TypeError('no')
    }
    await expect(changeQueryLines(file, fail)).rejects.toThrow('no')
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, Buffer.from([0xff, 0x0a]))
    await expect(changeQueryLines(file, () => 0)).rejects.toMatchObject({ code: 'SUITE_MALFORMED' })
    expect([...readFileSync(file)]).toEqual([0xff, 0x0a])
  })
})

describe('the id of a new query', () => {
  it('is one more than the highest added one', () => {
    expect([nextQueryId([]), nextQueryId(['x', 'added-9', 'added-10'])]).toEqual(['added-1', 'added-11'])
  })
})
