import { temporaryFolder } from '@recallite/test-kit'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { smallAnswers, smallHeader } from '../__fixtures__/small-run.js'
import { answerLine, endLine, headerLine, readRunLines } from './run-lines.js'

const [answer] = smallAnswers

function fileOf(...lines: readonly string[]): string {
  const file = join(temporaryFolder(), 'run.jsonl')
  writeFileSync(file, lines.join(''))
  return file
}

function lineOf(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

describe('readRunLines', () => {
  it('reads what was written, as far as it goes', () => {
    const lines = [headerLine(smallHeader), ...smallAnswers.map(answerLine)]
    const length = Buffer.byteLength(lines.join(''))
    const read = { header: smallHeader, answers: smallAnswers, isFinished: false, length }
    expect(readRunLines(fileOf(...lines))).toEqual(read)
    expect(readRunLines(fileOf(...lines, '{"answer":{"sui'))).toEqual(read)
    const whole = { ...read, isFinished: true, length: length + endLine.length }
    expect(readRunLines(fileOf(...lines, endLine))).toEqual(whole)
    expect(readRunLines(fileOf(''))).toBeUndefined()
  })

  it('passes over fields that it does not know', () => {
    const lines = [lineOf({ run: 1, ...smallHeader, more: [1] }), lineOf({ answer: { ...answer, more: {} } })]
    expect(readRunLines(fileOf(...lines))?.answers).toHaveLength(1)
  })

  it.each<[string, readonly string[], string]>([
    ['another version', [lineOf({ ...smallHeader, run: 2 })], ':1: this is not a run of this version. Name'],
    ['no JSON', ['# Notes\n'], ':1: this is not a run'],
    ['a line of something else', [headerLine(smallHeader), lineOf({ end: 'yes' })], ':2: this is not a run'],
    [
      'suites of something else',
      [lineOf({ run: 1, ...smallHeader, suites: [1] })],
      ':1: "suites[0]" must be an object. Name',
    ],
    [
      'an answer of something else',
      [headerLine(smallHeader), lineOf({ answer }), lineOf({ answer: { ...answer, documents: ['a', 7] } })],
      ':3: "answer.documents[1]" must be a string. Name',
    ],
    [
      'an answer that is none',
      [headerLine(smallHeader), lineOf({ answer: null })],
      ':2: "answer" must be an object. Name',
    ],
  ])('says where %s stands', (_, lines, message) => {
    const file = fileOf(...lines, endLine)
    expect(failureOf(() => readRunLines(file))).toMatchObject({
      code: 'EVALUATION_RUN_MALFORMED',
      message: expect.stringContaining(`${file}${message}`),
    })
  })
})
