import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { reportMarker } from './report-marker.js'
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

  it('leaves the earlier report where the new one cannot be written', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'taken')
    mkdirSync(join(file, 'in'), { recursive: true })
    expect(failureOf(() => writeReport(file, reportMarker))).toMatchObject({
      code: expect.stringMatching(/^EISDIR|REPORT_/),
    })
    expect(readdirSync(folder)).toEqual(['taken'])
    expect(failureOf(() => writeReport(join(folder, 'no/such/r.html'), ''))).toMatchObject({ code: 'ENOENT' })
  })
})
