import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { smallHeader } from '../__fixtures__/small-run.js'
import { placeRun } from './place-run.js'
import { openRun } from './run-file.js'

const later = { ...smallHeader, startedAt: '2026-03-01T13:00:00.000Z' }

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

  it('has the time in its name, so that runs stand in their order', () => {
    const work = temporaryFolder()
    expect(placeRun(smallHeader, work)).toMatch(/runs.2026-03-01T12-00-00-000Z-[0-9a-f]{8}\.jsonl$/)
  })
})
