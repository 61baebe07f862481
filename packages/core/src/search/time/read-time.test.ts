import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@recallite/test-kit'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { readTime } from './read-time.js'
import { timeLanguages } from './time-languages.js'

/** A Wednesday. */
const today = '2026-03-18'

/** The time in a query as `text: from – to`; null for none. */
async function read(query: string): Promise<string | null> {
  const time = await readTime(query, today)
  return time && `${time.text}: ${time.from ?? ''} – ${time.to}`
}

/** Queries and their days; a single day is both. */
const expressions = `
what happened yesterday → 2026-03-17 | who called the day before yesterday → 2026-03-16 |
what did we do today → 2026-03-18 | notes from two days ago → 2026-03-16 |
notes from two weeks ago → 2026-03-02 2026-03-08 | last week's meeting → 2026-03-09 2026-03-15 |
this week → 2026-03-16 2026-03-22 | what changed in the last two weeks → 2026-03-02 2026-03-18 |
last month → 2026-02-01 2026-02-28 | this year → 2026-01-01 2026-12-31 | last year → 2025-01-01 2025-12-31 |
what broke last Friday → 2026-03-13 | who was here on Friday → 2026-03-13 | and on Monday → 2026-03-16 |
what happened Tuesday? → 2026-03-17 | in March → 2026-03-01 2026-03-31 | in July → 2025-07-01 2025-07-31 |
in february 2024 → 2024-02-01 2024-02-29 | in 2024 → 2024-01-01 2024-12-31 | on 2 March → 2026-03-02 |
on March 2nd, 2025 → 2025-03-02 | on 2026-02-11 → 2026-02-11 | on 10 April 2026 → 2026-04-10 |
from 2 to 6 March → 2026-03-02 2026-03-06 | since Monday → 2026-03-16 2026-03-18 |
since February → 2026-02-01 2026-03-18 | before November → – 2025-10-31 | until February → – 2026-02-28 |
"What did we decide" last week → 2026-03-09 2026-03-15 | was war gestern → 2026-03-17 |
was war vorgestern → 2026-03-16 | letzte Woche → 2026-03-09 2026-03-15 | diese Woche → 2026-03-16 2026-03-22 |
vorletzte Woche → 2026-03-02 2026-03-08 | in den letzten zwei Wochen → 2026-03-02 2026-03-18 |
letzten Monat → 2026-02-01 2026-02-28 | letztes Jahr → 2025-01-01 2025-12-31 | im März → 2026-03-01 2026-03-31 |
im Mai 2024 → 2024-05-01 2024-05-31 | im Jahr 2024 → 2024-01-01 2024-12-31 | vor drei Tagen → 2026-03-15 |
vor März → – 2026-02-28 | seit Januar → 2026-01-01 2026-03-18 | letzten Donnerstag → 2026-03-12 |
am 2. März → 2026-03-02 | am 02.03.2026 → 2026-03-02 | que s'est-il passé hier → 2026-03-17 | avant-hier → 2026-03-16 |
la semaine dernière → 2026-03-09 2026-03-15 | cette semaine → 2026-03-16 2026-03-22 |
le mois dernier → 2026-02-01 2026-02-28 | ce mois-ci → 2026-03-01 2026-03-31 | l'an dernier → 2025-01-01 2025-12-31 |
en février → 2026-02-01 2026-02-28 | en 2024 → 2024-01-01 2024-12-31 | vendredi dernier → 2026-03-13 |
le 2 mars → 2026-03-02 | il y a deux jours → 2026-03-16 | depuis lundi → 2026-03-16 2026-03-18 |
avant octobre → – 2025-09-30 | 昨日の会議 → 2026-03-17 | 一昨日の会議 → 2026-03-16 |
先週の会議 → 2026-03-09 2026-03-15 | 先々週 → 2026-03-02 2026-03-08 | 先週の金曜日の会議 → 2026-03-13 |
月曜日から → 2026-03-16 2026-03-18 | 先月の売上 → 2026-02-01 2026-02-28 | 今月 → 2026-03-01 2026-03-31 |
去年の苦情 → 2025-01-01 2025-12-31 | 3月2日の点検 → 2026-03-02 | 1月の会議 → 2026-01-01 2026-01-31 |
2025年の会議 → 2025-01-01 2025-12-31 | 3週間前 → 2026-02-23 2026-03-01 | 昨天的会议 → 2026-03-17 |
前天的会议 → 2026-03-16 | 上周的会议 → 2026-03-09 2026-03-15 | 上個星期的會議 → 2026-03-09 2026-03-15 |
上周五的会议 → 2026-03-13 | 这个月 → 2026-03-01 2026-03-31 | 上个月的报告 → 2026-02-01 2026-02-28 |
去年的报告 → 2025-01-01 2025-12-31 | 十二月份的会议 → 2025-12-01 2025-12-31 | 两个月前 → 2026-01-01 2026-01-31 |
三月以来 → 2026-03-01 2026-03-18 | 三月之前 → – 2026-02-28 |
last quarter → 2025-10-01 2025-12-31 | this quarter → 2026-01-01 2026-03-31 | in Q2 → 2025-04-01 2025-06-30 |
what shipped in Q3 2024 → 2024-07-01 2024-09-30 | Q1 2026 → 2026-01-01 2026-03-31 |
in the third quarter of 2025 → 2025-07-01 2025-09-30 | since last quarter → 2025-10-01 2026-03-18 |
last summer → 2025-06-01 2025-08-31 | this winter → 2025-12-01 2026-02-28 | last winter → 2025-12-01 2026-02-28 |
in the spring → 2026-03-01 2026-05-31 | autumn 2024 → 2024-09-01 2024-11-30 | in the fall of 2025 → 2025-09-01 2025-11-30 |
last weekend → 2026-03-14 2026-03-15 | over the weekend → 2026-03-14 2026-03-15 |
letztes Quartal → 2025-10-01 2025-12-31 | im ersten Quartal 2026 → 2026-01-01 2026-03-31 |
letzten Herbst → 2025-09-01 2025-11-30 | im Sommer 2024 → 2024-06-01 2024-08-31 | am Wochenende → 2026-03-14 2026-03-15 |
letztes Wochenende → 2026-03-14 2026-03-15 | le trimestre dernier → 2025-10-01 2025-12-31 |
au deuxième trimestre 2025 → 2025-04-01 2025-06-30 | l'été dernier → 2025-06-01 2025-08-31 |
en hiver → 2025-12-01 2026-02-28 | le week-end dernier → 2026-03-14 2026-03-15 |
上个季度的销售 → 2025-10-01 2025-12-31 | 2025年第三季度 → 2025-07-01 2025-09-30 | 第一季度的报告 → 2026-01-01 2026-03-31 |
去年夏天的会议 → 2025-06-01 2025-08-31 | 上周末去哪里了 → 2026-03-14 2026-03-15 |
先週末の予定 → 2026-03-14 2026-03-15 | 去年の秋の会議 → 2025-09-01 2025-11-30 | 第2四半期の売上 → 2025-04-01 2025-06-30 |
between March and May → 2025-03-01 2025-05-31 | what changed between January and March → 2026-01-01 2026-03-31 |
what happened on Feb 3rd → 2026-02-03 | on 3 Feb 2025 → 2025-02-03 | in KW 45 2025 → 2025-11-03 2025-11-09 |
calendar week 1 → 2025-12-29 2026-01-04 | my notes from winter 2024/25 → 2024-12-01 2025-02-28 |
on the weekend of 7 June 2025 → 2025-06-07 2025-06-08 | am Wochenende vom 14. November 2025 → 2025-11-15 2025-11-16 |
from November to January → 2025-11-01 2026-01-31 | between 2 March and 6 March → 2026-03-02 2026-03-06 |
between May 2024 and July 2024 about fees → 2024-05-01 2024-07-31 | between Monday and Wednesday → 2026-03-16 2026-03-18 |
between 2026-02-01 and 2026-02-10 → 2026-02-01 2026-02-10 | zwischen Januar und März → 2026-01-01 2026-03-31 |
von Mai bis Juli → 2025-05-01 2025-07-31 | entre mars et mai → 2025-03-01 2025-05-31 |
一月到三月的会议 → 2026-01-01 2026-03-31 | 1月から3月までの会議 → 2026-01-01 2026-03-31
`

const noTimes = `
the monthly report | May I deploy on my own | which may this be | the March release checklist |
recipe of the Sunday blend | second crack temperature | how long is a week | a 30-day trial, 7 days |
next week, tomorrow | file-2026-02-11.md | 2026-02-11 | notes/2026/03/17.md on v2026.3.17 |
release v1.2.3 in lib/yesterday.ts | what does \`last week\` mean | who wrote "yesterday", “last Friday” and «hier» |
「昨日」という曲 | 《昨天》是谁写的 | since:2w until:2026-03 | was ist hier los | Checkliste am Morgen |
abonnement Dimanche matin | 日曜日ブレンドの配合 | 星期天拼配的配方 | 每月报告 | port 2024 |
spring boot beans | the winter tyres | q1 | a quarter of the beans | weekend plans | fall back to words |
difference between red and blue | from house to house | von A bis Z | entre nous et eux | 从这里到那里 | 季度报告 | 春の歌
`

const listOf = (entries: string) => entries.trim().split(/\s*\|\s*/u)

describe('readTime', () => {
  it.each(listOf(expressions))('%s', async (line) => {
    const [query = '', days = ''] = line.split(' → ')
    const [from, to = from] = days.split(' ')
    expect((await read(query))?.split(': ')[1]).toBe(`${from === '–' ? '' : from} – ${to}`)
  })

  it.each(listOf(noTimes))('no time: %s', async (query) => {
    expect(await read(query)).toBeNull()
  })

  it('loads the library of a language only if a query hints at it', async () => {
    const loads = timeLanguages.map((language) => vi.spyOn(language, 'load'))
    for (const query of ['who may deploy the March release', 'port 2024 of v1.2', '焙煎機の点検', '采购会议'])
      await read(query)
    expect(loads.map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0, 0, 0])
    await read('was war gestern')
    expect(loads.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0, 0, 0])
  })

  it('reads no time from long texts, which would be slow', async () => {
    expect(await read(`last week ${'上周'.repeat(300)}`)).not.toBeNull()
    expect(await read(`last week ${'上周'.repeat(30_000)}`)).toBeNull()
  })

  it('returns the text of the time, and the first of several', async () => {
    expect(await read('since last week, not in January')).toBe('last week: 2026-03-09 – 2026-03-18')
  })

  it('reads no time inside a name, a quotation or code', async () => {
    const named = fc.constantFrom(
      'last-week.md',
      'src/yesterday.ts',
      'in_march_2025',
      'v2026.03.02',
      '2026-03-02T10:00',
      'a@today.com',
    )
    const quoted = fc.constantFrom(
      '"last week"',
      '`yesterday`',
      '“on 2 March”',
      '«la semaine dernière»',
      '「先週」',
    )
    const word = fc.constantFrom('where', 'is', 'the', 'harbour', 'wo', 'où', '港', 'on')
    await fc.assert(
      fc.asyncProperty(fc.array(word), fc.oneof(named, quoted), fc.array(word), async (left, name, right) => {
        expect(await read([...left, name, ...right].join(' '))).toBeNull()
      }),
    )
  })

  it('returns days in order that have begun, for any today', async () => {
    const anyDate = fc.date({ min: new Date('1990-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    const lines = listOf(expressions).filter((line) => !/\d{4}.*→/u.test(line))
    await fc.assert(
      fc.asyncProperty(anyDate, fc.constantFrom(...lines), async (date, line) => {
        const day = date.toISOString().slice(0, 10)
        const time = await readTime(line.split(' → ')[0] ?? '', day)
        if (time?.from == null) return
        expect(time.from <= day && time.from <= time.to, `${day} ${line} ${JSON.stringify(time)}`).toBe(true)
      }),
    )
  })
})

/** The queries of a suite with a time, on the day of the suite, by the time. */
async function readIn(file: string): Promise<string[]> {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const times = lines.map((line) => readTime((JSON.parse(line) as { text: string }).text, '2026-11-27'))
  return (await Promise.all(times)).flatMap((time) => time?.text ?? [])
}

describe('queries of the suites', () => {
  const suite = (name: string) => join(repositoryRoot, 'apps/eval/suites', name, 'queries.jsonl')

  it.each([
    ['issue-16021', []],
    ['typos', []],
    ['identifiers', ['April 08, 2019']],
    ['records', ['this month', 'September', '今年', '七月']],
  ])('%s', async (name, expected) => {
    expect(await readIn(suite(name))).toEqual(expected)
  })

  it('time: all are read, except those in which no time is meant', async () => {
    expect(await readIn(suite('time'))).toHaveLength(51)
  })
})
