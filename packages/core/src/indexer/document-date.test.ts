import { describe, expect, it } from 'vitest'
import { statedDate } from './document-date.js'

const inPath = { path: 'log/2025-03-04.md', language: 'en', hasUnreadFrontMatter: false }

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
    [{ date: 'March 24, 2026' }, '2026-03-24'],
    [{ date: 'Tue, 24 Mar 2026 10:00:00 GMT' }, '2026-03-24'],
    [{ date: '[[daily/2026-03-23|Monday]]' }, '2026-03-23'],
    [{ lastmod: '2022/7/8' }, '2022-07-08'],
    [{ pubDate: '8 juillet 2022' }, '2022-07-08'],
    [{ 'date created': '2. März 2022', published: '8.7.2022' }, '2022-07-08'],
    [{ pubDatetime: '2022-07-08T10:00:00Z' }, '2022-07-08'],
    [{ date: { created: '2022-07-08', modified: 'soon' } }, '2022-07-08'],
    [{ 작성: 1, timestamp: '2022년 7월 8일' }, '2022-07-08'],
    [{ last_update: { date: '2022-07-08', author: 'Ada' } }, '2022-07-08'],
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
    ['13.02.2026.md', '2026-02-13'],
    ['2026.03.19 Thursday.md', '2026-03-19'],
    ['2026/3/9.md', '2026-03-09'],
    ['log/March 18, 2026.md', '2026-03-18'],
    ['2013-03/mar-14.md', '2013-03-14'],
    ['2026/03 March/18.md', '2026-03-18'],
    ['2026年3月4日.md', '2026-03-04'],
    ['2026-03/04.md', '2026-03-04'],
    ['2026/03-04 Monday.md', '2026-03-04'],
    ['2026 03 04.md', '2026-03-04'],
    ['v2026.3.4 release.md', undefined],
    ['build 2026.03.04.1.md', undefined],
    ['12 maybe 2026.md', undefined],
    ['31.02.2026.md', undefined],
  ])('in the path %s is %s', (path, date) =>
    expect(statedDate({ ...inPath, path, metadata: {} }).day).toBe(date),
  )
})

describe('a date whose order is unclear', () => {
  it.each([
    ['03/04/2026', 'de', '2026-04-03'],
    ['03/04/2026', 'fr', '2026-04-03'],
    ['03-04-2026', 'es', '2026-04-03'],
    ['03/04/2026', 'en', undefined],
    ['03/04/2026', 'zh', undefined],
    ['13/04/2026', 'en', '2026-04-13'],
    ['04/13/2026', 'en', '2026-04-13'],
    ['04/04/2026', 'en', '2026-04-04'],
    ['03.04.2026', 'en', '2026-04-03'],
  ])('%s in %s is %s', (date, language, day) => {
    const unread = day === undefined ? ['date not read; write dates as 2026-02-11'] : []
    expect(statedDate({ ...inPath, path: 'a.md', metadata: { date }, language })).toEqual({ day, unread })
  })

  it('is reported only if another date does not count', () => {
    const stated = { ...inPath, hasUnreadFrontMatter: true, metadata: { date: '3/4/2026', created: 'soon' } }
    expect(statedDate(stated)).toEqual({
      day: '2025-03-04',
      unread: ['date not read; write dates as 2026-02-11', 'front matter not read; correct its TOML or JSON'],
    })
    expect(statedDate({ ...inPath, metadata: { date: '3/4/2026', created: '2026' } }).unread).toEqual([])
    expect(statedDate({ ...inPath, metadata: { date: 'soon' } }).unread).toEqual([])
  })
})
