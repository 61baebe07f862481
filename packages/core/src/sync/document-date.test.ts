import { describe, expect, it } from 'vitest'
import { documentDate } from './document-date.js'

const modifiedAt = new Date(2026, 5, 30, 23, 30).getTime()
const changed = '2026-06-30'
const inPath = { path: 'log/2025-03-04.md', modifiedAt }

describe('the date of a document', () => {
  it.each([
    [{ date: '2026-02-11' }, '2026-02-11'],
    [{ date: '2026-02-11T23:30:00-08:00' }, '2026-02-11'],
    [{ date: '2026-02' }, '2026-02-01'],
    [{ date: 2024 }, '2024-01-01'],
    [{ created: '2024-01-01', updated: '2024-02-02' }, '2024-02-02'],
    [{ Created: '2024-01-01' }, '2024-01-01'],
    [{ date: 'yesterday', modified: '2024-02-02 10:00' }, '2024-02-02'],
    [{ date: ['2024-02-02'] }, '2024-02-02'],
  ])('is what its front matter says: %j', (metadata, date) => {
    expect(documentDate({ ...inPath, metadata })).toBe(date)
  })

  it.each([
    {},
    { date: null },
    { date: '2024-02-30' },
    { date: '' },
    { due: '2024-01-01' },
    { date: 'soon' },
  ])('is that of its path where its front matter says nothing of use: %j', (metadata) =>
    expect(documentDate({ ...inPath, metadata })).toBe('2025-03-04'),
  )

  it.each([
    ['2026-02-11.md', '2026-02-11'],
    ['memory/2026/02/11/standup.md', '2026-02-11'],
    ['journals/2026_02_11.md', '2026-02-11'],
    ['20260211 plan.md', '2026-02-11'],
    ['202602111430 zettel.md', '2026-02-11'],
    ['20260211143059.md', '2026-02-11'],
    ['2025-12-31-trip/2026-01-02.md', '2026-01-02'],
    ['2026-01-02/99-99-2026-13-45.md', '2026-01-02'],
    ['notes-2026-02-11-final.md', '2026-02-11'],
    ['2026-02.md', changed],
    ['2026-02-30.md', changed],
    ['2026-02_11.md', changed],
    ['120260211.md', changed],
    ['202602119.md', changed],
    ['3026-02-11.md', changed],
    ['a.md', changed],
  ])('in the path %s is %s', (path, date) =>
    expect(documentDate({ path, metadata: {}, modifiedAt })).toBe(date),
  )
})
