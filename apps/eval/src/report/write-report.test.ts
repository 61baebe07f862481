import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { reportMarker } from './render-report.js'
import { writeReport } from './write-report.js'

describe('writeReport', () => {
  it('replaces an earlier report, and leaves nothing else', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'report.html')
    writeReport(file, `${reportMarker}<p>one`)
    writeReport(file, `${reportMarker}<p>two`)
    expect(readFileSync(file, 'utf8')).toBe(`${reportMarker}<p>two`)
    expect(readdirSync(folder)).toEqual(['report.html'])
  })

  it.each([['<!doctype html><p>my page'], ['# Notes'], ['']])('leaves %j alone', (text) => {
    const file = join(temporaryFolder(), 'mine')
    writeFileSync(file, text)
    const failure = failureOf(() => writeReport(file, reportMarker))
    expect(failure).toMatchObject({ code: 'REPORT_FILE_TAKEN', message: expect.stringContaining('--out') })
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('makes the folder it goes to, and leaves nothing behind where it cannot be written', () => {
    const folder = temporaryFolder()
    writeReport(join(folder, 'a/b/report.html'), reportMarker)
    expect(readdirSync(join(folder, 'a/b'))).toEqual(['report.html'])
    expect(failureOf(() => writeReport(join(folder, 'a'), reportMarker))).toMatchObject({ code: 'EISDIR' })
    expect(readdirSync(folder)).toEqual(['a'])
  })
})
