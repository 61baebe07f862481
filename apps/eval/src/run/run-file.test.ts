import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { smallAnswers, smallHeader, smallRun } from '../__fixtures__/small-run.js'
import { jsonLines } from '../__fixtures__/suite-folder.js'
import { writeRun } from '../__fixtures__/write-run.js'
import { openRun, placeRun, readRun, unfinishedFile } from './run-file.js'
import type { Run } from './run.js'

const fileName = () => join(temporaryFolder(), 'deep', 'run.jsonl')

/** A run as it is in memory. */
function brief(run: Run): Run {
  return { ...run, answers: run.answers.map((answer) => ({ ...answer, ranking: [] })) }
}

function startRun(file: string, count: number) {
  const open = openRun(file, smallHeader)
  for (const answer of smallAnswers.slice(0, count)) open.add(answer)
  return open
}

const later = { ...smallHeader, startedAt: '2026-03-01T13:00:00.000Z' }

describe('a run in a file', () => {
  it('reads back as it was written', () => {
    const file = fileName()
    writeRun(file, smallRun)
    expect(readRun(file)).toEqual(smallRun)
    expect(startRun(file, smallAnswers.length).finish()).toEqual(brief(smallRun))
    expect(readRun(file)).toEqual(smallRun)
  })

  it('continues where it was interrupted, also in the middle of a line', () => {
    const file = fileName()
    startRun(file, 2)
    appendFileSync(unfinishedFile(file), '{"answer":{"suite":"nötes')
    const open = openRun(file, { ...smallHeader, startedAt: 'later' })
    expect(open.answers).toEqual(brief(smallRun).answers.slice(0, 2))
    for (const answer of smallAnswers.slice(2)) open.add(answer)
    expect(open.finish()).toEqual(brief(smallRun))
    expect(readRun(file)).toEqual(smallRun)
  })

  it.each([
    ['depth', { depth: 20 }],
    ['settings', { settings: { ...smallHeader.settings, candidates: 7 } }],
    ['strategies', { strategies: ['keyword'] }],
    ['suites', { suites: [] }],
    ['version', { environment: { ...smallHeader.environment, version: '0.0.1' } }],
  ])('starts again with different %s', (_, change) => {
    const file = fileName()
    startRun(file, 2)
    expect(openRun(file, { ...smallHeader, ...change }).answers).toEqual([])
  })

  it('starts again after a finished run', () => {
    const file = fileName()
    writeRun(file, smallRun)
    expect(openRun(file, smallHeader).answers).toEqual([])
  })

  it('cannot be read before it is finished', () => {
    const file = fileName()
    startRun(file, 3)
    expect(failureOf(() => readRun(file))).toMatchObject({ code: 'EVALUATION_RUN_INCOMPLETE' })
  })

  it('keeps an earlier run until it is finished', () => {
    const file = fileName()
    writeRun(file, smallRun)
    const open = openRun(file, { ...smallHeader, depth: 20 })
    expect(() => readRun(file)).not.toThrow()
    open.finish()
    expect(readRun(file)).toMatchObject({ depth: 20, answers: [] })
  })

  it.each(['my only copy', '{"mine": 1}'])('does not change a file of one line: %s', (text) => {
    const file = join(temporaryFolder(), 'notes.txt')
    writeFileSync(file, text)
    for (const action of [() => openRun(file, smallHeader), () => readRun(file)]) {
      expect(failureOf(action)).toMatchObject({ code: 'EVALUATION_RUN_MALFORMED' })
    }
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  it('rejects a folder', () => {
    const folder = temporaryFolder()
    expect(failureOf(() => openRun(folder, smallHeader))).toMatchObject({ code: 'EVALUATION_RUN_MALFORMED' })
  })

  it.each([
    ['notes', '# Notes\n', ':1: this is not a run'],
    ['another version', '{"run":99}\n', ':1: this is not a run of this version. Name'],
    ['a line that is none', 'HEADER\n{"something":1}\n', ':2: this is not a run'],
    ['an end of something else', 'HEADER\n{"end":"yes"}\n', ':2: this is not a run'],
    [
      'suites of something else',
      `${JSON.stringify({ run: 2, ...smallHeader, suites: [1] })}\n`,
      ':1: "suites.0" must be an object. Name',
    ],
    [
      'an answer of something else',
      `HEADER\n${JSON.stringify({ answer: { ...smallAnswers[0], documents: ['a', 7] } })}\n`,
      ':2: "answer.documents.1" must be a string. Name',
    ],
    ['an answer that is none', 'HEADER\n{"answer":null}\n', ':2: "answer" must be an object. Name'],
  ])('does not change %s', (_, text, place) => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, text.replace('HEADER', JSON.stringify({ run: 2, ...smallHeader })))
    const before = readFileSync(file, 'utf8')
    const malformed = {
      code: 'EVALUATION_RUN_MALFORMED',
      message: expect.stringContaining(`${file}${place}`),
    }
    expect(failureOf(() => readRun(file))).toMatchObject(malformed)
    expect(failureOf(() => openRun(file, smallHeader))).toMatchObject(malformed)
    expect(readFileSync(file, 'utf8')).toBe(before)
  })

  it('ignores unknown fields', () => {
    const file = join(temporaryFolder(), 'run.jsonl')
    const answer = { ...smallAnswers[0], more: {} }
    const lines = [{ run: 2, ...smallHeader, more: [1] }, { answer }, { end: true }]
    writeFileSync(file, jsonLines(lines))
    expect(readRun(file).answers).toHaveLength(1)
  })

  it('says how to make a missing run', () => {
    const failure = failureOf(() => readRun(fileName()))
    expect(failure).toMatchObject({ message: expect.stringContaining('recallite-eval run') })
  })
})

describe('placeRun', () => {
  it('finds the interrupted run of the same identity, and only that', () => {
    const work = temporaryFolder()
    const first = placeRun(smallHeader, work)
    const open = openRun(first, smallHeader)
    expect(placeRun(later, work)).toBe(first)
    expect(placeRun({ ...later, strategies: ['keyword'] }, work)).not.toBe(first)
    open.finish()
    expect(placeRun(later, work)).not.toBe(first)
  })

  it('has the time in its name, so that runs sort by time', () => {
    const work = temporaryFolder()
    expect(placeRun(smallHeader, work)).toMatch(/runs.2026-03-01T12-00-00-000Z-[0-9a-f]{8}\.jsonl$/)
  })
})
