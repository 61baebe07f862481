import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  queryOf,
  rankedOf,
  runOf,
  sampleSettings,
  suiteOf,
  type Respond,
} from '../__fixtures__/sample-run.js'
import { defaultDepths, shownMeasures } from '../measures/measure-table.js'
import type { Run } from '../run/run.js'
import { judgeRun } from '../summary/judge-run.js'
import { summarise } from '../summary/summarise.js'
import { renderReport, reportMarker } from './render-report.js'

/** What a person might write into a corpus to make a page do something. */
const hostileText = [
  '</script><img src=x onerror=alert(1)>',
  '<!--<script>alert(2)',
  '--><svg onload=alert(3)>',
  `"'\` onmouseover="alert(5)" '`,
  '</style></pre></details>',
  'turned \u202egnp.exe\u2066 around',
  'nothing \u0000 and half \ud83d of it',
  'line\u2028separator, paragraph\u2029separator and \u061cmark',
].join(' | ')

const queries = Array.from({ length: 20 }, (_, index) =>
  queryOf({ id: `q${index}`, kind: index < 8 ? 'direct' : 'vague' }),
)
const notes = suiteOf([...queries, queryOf({ id: 'moon', kind: 'absent', grades: {} })], {
  description: 'What a small team wrote down.',
})

/** `good` finds everything; `bad` finds every fourth, and that at position 7. */
const respond: Respond = ({ id }, strategy) => {
  const others = Array.from({ length: 6 }, (_, index) => `other-${index}.md`)
  if (strategy === 'good') return { documents: [`${id}.md`, ...others] }
  return { documents: [...others, ...(Number(id.slice(1)) % 4 === 0 ? [`${id}.md`] : [])] }
}

/** The page of runs, whose first strategy is the baseline. */
function pageOf(...runs: readonly (readonly [file: string, run: Run])[]): string {
  const reported = runs.map(([file, run]) => {
    const baseline = run.strategies[0] ?? ''
    const options = { depths: defaultDepths, baseline }
    const shown = shownMeasures(options.depths)
    return { file, run, baseline, shown, verdict: judgeRun(run, options), rows: summarise(run, options) }
  })
  return renderReport(reported, defaultDepths)
}

/** What a reader sees of a page, its white space put together. */
function textOf(page: string): string {
  return page
    .slice(page.indexOf('<body>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
}

const page = pageOf(['before', runOf([notes], ['good', 'bad'], respond)])
const text = textOf(page)

describe('a report', () => {
  it('says first what the run says, then with what it was made', () => {
    expect(text).toMatch(
      /^ Recall on notes By these 20 questions bad cannot be told apart from good \(found@limit, .*; good: \.00 ± \.00\)\. figures 2026-11-21T17:04:00\.000Z · version 1\.2\.3 · model local, tiny, 8, plain · chunk tokens 400/u,
    )
  })

  it('has the tables that are printed, with intervals and marks', () => {
    expect(text).toContain(
      'notes: 20 queries; apart: 1 that no document answers strategy hit@1 hit@6 MRR@10 nDCG@10',
    )
    expect(text).toMatch(/ bad 0\.000 \(\.00–\.00\) ▼ /u)
    expect(text).toContain('▲ better, ▼ worse than good: paired randomisation test')
    expect(text).toContain('notes: hit@6 by kind')
    expect(text).toContain('notes: milliseconds, p50 / p95')
  })

  it('has every query, folded, with the first results of each strategy; what answers is marked', () => {
    expect(page.match(/<details>/g)).toHaveLength(21)
    const [, query = ''] = page.split('<bdi>question q4</bdi>')
    expect(textOf(`<body>${query.slice(0, query.indexOf('</details>'))}`)).toContain(
      'direct · q4 expected: q4.md good (1): q4.md:3-9 (0.75, confidence 0.50) , other-0.md:3-9',
    )
    expect(query).toContain('<mark>q4.md:3-9 (0.75, confidence 0.50)</mark>')
    expect(query).toContain('<p>bad (7): other-0.md')
    expect(text).toContain('absent · moon expected: nothing good (–): moon.md')
  })

  it('shows for two runs what changed between them', () => {
    const before = runOf([notes], ['bad', 'other'], respond)
    const after = { ...runOf([notes], ['bad'], (query) => respond(query, 'good')), depth: 20 }
    const changed = textOf(pageOf(['one', before], ['two', after]))
    expect(changed).toMatch(
      /Recall on notes one: By these 20 questions other cannot .* two: By these 20 questions bad reaches/u,
    )
    expect(changed).toMatch(/From one to two first one, of .* notes, bad: found@limit of 20 queries/u)
    expect(changed).toContain('Settings differ: depth 10 → 20 Not compared, as only one run has it: other')
    const ranked = textOf(
      pageOf(
        ['one', { ...before, answers: before.answers.map((answer) => ({ ...answer, results: null })) }],
        ['two', { ...after, answers: after.answers.map((answer) => ({ ...answer, results: null })) }],
      ),
    )
    expect(ranked).toContain('0.000 → 1.000: +1.000 (+1.000 to +1.000), p &lt; 0.001 20 better, 0 the same')
    expect(ranked).toContain('Better, the first 10 of 20')
    expect(ranked).toMatch(/0\.000 → 1\.000 7 → 1 q0 \(direct\): question q0/u)
  })

  it.each([
    [
      'three runs',
      [
        ['a', 'rrf'],
        ['b', 'rrf'],
        ['c', 'rrf'],
      ],
    ],
    [
      'two without a common strategy',
      [
        ['a', 'rrf'],
        ['b', 'convex'],
      ],
    ],
  ])('compares no runs where there are %s', (_, runs) => {
    const made = runs.map(
      ([label = '', strategy = '']) => [label, runOf([notes], [strategy], respond)] as const,
    )
    expect(textOf(pageOf(...made))).not.toContain('From ')
  })

  it("leaves out what is not known of another program's run", () => {
    const ours = runOf([notes], ['bm25'], (query) => ({
      ...respond(query, 'good'),
      ranking: [],
      results: null,
      timings: null,
    }))
    const imported = textOf(pageOf(['trec', { ...ours, settings: null, depth: 20 }]))
    expect(imported).toContain('2026-11-21T17:04:00.000Z · depth 20 notes: 20 queries')
    expect(imported).toContain('bm25 (1): q4.md , other-0.md')
    expect(imported).not.toMatch(/milliseconds|version|found@limit/u)
  })

  it('shows abstention where questions of other suites were asked, and no list of these', () => {
    const foreign = queryOf({ id: 'letter', text: 'Who wrote the letter?', grades: {}, foreign: 'mail' })
    const crossed = pageOf(['cross', runOf([suiteOf([...queries, foreign])], ['good'], respond)])
    expect(textOf(crossed)).toContain('good: share of questions abstained on')
    expect(crossed).not.toContain('Who wrote the letter?')
  })
})

describe('the safety of a report', () => {
  it('runs nothing, loads nothing and sends nothing: its policy lets the one style sheet through', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/su.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'">`,
    )
    expect(page.startsWith(`${reportMarker}\n<html lang="en">`)).toBe(true)
    expect(page).not.toMatch(/<script|<a |https?:|style="/u)
  })

  it('shows texts from outside as they are, and as nothing else', () => {
    const query = queryOf({
      id: hostileText,
      text: hostileText,
      kind: hostileText,
      grades: { [hostileText]: 1 },
    })
    const suite = suiteOf([query, queryOf({ id: 'q' })], { name: hostileText, description: hostileText })
    const run = runOf([suite], [hostileText, 'convex'], () => ({
      documents: [hostileText],
      ranking: [
        rankedOf(hostileText, { contributions: [{ source: hostileText, rank: 1, raw: 1, value: 1 }] }),
      ],
      degraded: [hostileText],
    }))
    const model = { provider: hostileText, model: hostileText, dimensions: 1, promptStyle: hostileText }
    const made = { ...run, settings: { ...sampleSettings, model }, startedAt: hostileText }
    const hostile = pageOf([hostileText, made], ['other', run])
    expect(hostile).not.toMatch(/<script|<img|<svg|<!--<|="[^"]*alert\(5\)"/u)
    expect(hostile.match(/<!--/g)).toHaveLength(1)
    expect(hostile.match(/<\/style/g)).toHaveLength(1)
    expect(hostile.match(/<\/details/g)).toHaveLength(4)
    expect(hostile).not.toMatch(/[\0\u061c\u202e\u2028\u2029\u2066]/u)
    expect(hostile.isWellFormed()).toBe(true)
    expect(hostile).toContain('&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;')
  })
})
