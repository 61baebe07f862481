import { describe, expect, it } from 'vitest'
import { statedDate } from './document-date.js'

const inPath = { path: 'log/2025-03-04.md', language: 'en' }

describe('the date of a document', () => {
  it.each([
    [{ date: '2026-02-11' }, '2026-02-11'],
    [{ date: '2026-02-11T23:30:00-08:00' }, '2026-02-11'],
    [{ date: '2026-02' }, '2026-02-01'],
    [{ date: 2024 }, '2024-01-01'],
    [{ created: '2024-01-01', updated: '2024-02-02' }, '2024-02-02'],
    [{ Created: '2024-01-01' }, '2024-01-01'],
    [{ created: new Date(2024, 0, 1, 12).getTime() }, '2024-01-01'],
    [{ created: new Date(2024, 0, 1, 12).getTime() / 1000 }, '2024-01-01'],
    [{ created: `${new Date(2024, 0, 1, 12).getTime() / 1000}` }, '2024-01-01'],
    [{ date: 20240101 }, '2024-01-01'],
    [{ date: '2024/01/01 23:30' }, '2024-01-01'],
    [{ date: 'yesterday', modified: '2024-02-02 10:00' }, '2024-02-02'],
  ])('comes from its front matter: %j', (metadata, date) => {
    expect(statedDate({ ...inPath, metadata }).day).toBe(date)
  })

  it.each([{}, { date: null }, { date: '2024-02-30' }, { date: 42 }, { date: true }, { due: '2024-01-01' }])(
    'comes from its path if its front matter has no valid date: %j',
    (metadata) => expect(statedDate({ ...inPath, metadata }).day).toBe('2025-03-04'),
  )

  it.each([
    ['2026-02-11.md', '2026-02-11'],
    ['memory/2026/02/11/standup.md', '2026-02-11'],
    ['journals/2026_02_11.md', '2026-02-11'],
    ['20260211 plan.md', '2026-02-11'],
    ['202602111430 zettel.md', '2026-02-11'],
    ['2025-12-31-trip/2026-01-02.md', '2026-01-02'],
    ['2026-01-02/99-99-2026-13-45.md', '2026-01-02'],
    ['2026-02.md', undefined],
    ['2026-02-30.md', undefined],
    ['120260211.md', undefined],
    ['202602119.md', undefined],
    ['a.md', undefined],
  ])('in the path %s is %s', (path, date) =>
    expect(statedDate({ path, metadata: {}, language: 'en' }).day).toBe(date),
  )
})
