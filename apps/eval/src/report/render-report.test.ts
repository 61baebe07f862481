import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileText } from './__fixtures__/hostile-texts.js'
import { pageOf, reportOf, textOf } from './__fixtures__/sample-report.js'
import { type Respond, queryOf, runOf, suiteOf } from './__fixtures__/sample-run.js'
import { inlineJson, reportMarker } from './render-report.js'

const queries = Array.from({ length: 20 }, (_, index) =>
  queryOf({ id: `q${index}`, kind: index < 8 ? 'direct' : 'vague' }),
)

const notes = suiteOf([...queries, queryOf({ id: 'moon', kind: 'absent', grades: {} })], {
  description: 'What a small team wrote down.',
  blank: 2,
})

/** `good` finds everything; `bad` finds every fourth, and that at place 7. */
const respond: Respond = ({ id }, strategy) => {
  const others = Array.from({ length: 6 }, (_, index) => `other-${index}.md`)
  if (strategy === 'good') return { documents: [`${id}.md`, ...others] }
  return { documents: [...others, ...(Number(id.slice(1)) % 4 === 0 ? [`${id}.md`] : [])] }
}

const report = reportOf(runOf([notes], ['good', 'bad'], respond))

const page = pageOf([report])

/** The part of the page from a heading to the next. */
function partOf(heading: string, html = page): string {
  const [main = ''] = html.split('</main>')
  return main.split(/(?=<h[23][^>]*>)/).find((part) => textOf(part).startsWith(heading)) ?? ''
}

describe('a report', () => {
  it('says in words what ran', () => {
    const top = textOf(page.slice(page.indexOf('<header>'), page.indexOf('</header>')))
    expect(top).toBe(
      'Recallite evaluation Recall on notes bad cannot be told apart from good (found@limit of 20 queries; good: .00 ± .00). 2 strategies · 1 suite · 21 queries',
    )
    const head = textOf(partOf('What ran')) + textOf(partOf('before Suites'))
    expect(head).toContain('before Suites notes (21 queries) Strategies good and bad')
    expect(head).toContain('Model tiny (local, 8 dimensions, prompt style plain)')
    expect(head).toContain('Up to 10 documents for each query, from 100 candidates per retriever')
    expect(head).toContain(
      '21 November 2026 at 17:04 UTC On Recallite 1.2.3, Node 20.20.2, linux x64, A processor',
    )
  })

  it("says of another program's run what is known, and no more", () => {
    const ours = runOf([notes], ['bm25'], (query) => ({
      ...respond(query, 'good'),
      results: null,
      timings: null,
    }))
    const imported = pageOf([reportOf({ ...ours, settings: null, depth: 20 })])
    const text = textOf(imported.slice(imported.indexOf('<header>'), imported.indexOf('</main>')))
    expect(text).toContain(
      'Strategies bm25 Ranking Up to 20 documents for each query, by another program. ' +
        'Imported 21 November 2026 at 17:04 UTC',
    )
    expect(text).not.toMatch(
      /only keywords|tokens|candidates|its confidence|confidence below|Model|Chunks|1\.2\.3|chunk/,
    )
    expect(textOf(partOf('What is measured'))).toContain('A document ranks by its best chunk.')
  })

  it('begins a suite with its queries and what came out', () => {
    expect(textOf(partOf('notes What'))).toBe(
      'notes What a small team wrote down. 20 queries; apart: 1 that no document answers, 2 blank.',
    )
  })

  it('has a table of what is measured in the foreground, and of what is shown', () => {
    const table = partOf('Measures').split('<details>')[0]
    expect(textOf(table)).toMatch(
      /^Measures Strategy hit@1 hit@6 MRR@10 nDCG@10 found@limit recall@limit lost abstention files passed good/,
    )
    expect(textOf(table)).toMatch(/good baseline .* bad .* ▼ worse .* 0 of 20/)
    expect(table).toContain('title="−1.000, p &lt; 0.001"')
    expect(textOf(partOf('Measures').split('<details>')[1])).toContain('recall@6')
  })

  it('shades kinds by their figures, and says where there are none', () => {
    const heat = partOf('By kind')
    expect(textOf(heat)).toMatch(/direct 8 1\.000 0\.000 .*vague 12 1\.000 0\.000 .*absent 0 – –/)
    expect(heat.match(/<td class="heat-(?:\d|none)"/g)).toEqual(
      ['9', '0', '9', '0', 'none', 'none'].map((shade) => `<td class="heat-${shade}"`),
    )
    const alike = suiteOf([queryOf({ id: 'q1' })])
    expect(partOf('By kind', pageOf([reportOf(runOf([alike], ['good'], respond))]))).toBe('')
  })

  it('draws recall by depth, with names and figures', () => {
    const curves = partOf('Recall by depth')
    expect(curves.match(/<polyline/g)).toHaveLength(2)
    expect(textOf(curves)).toMatch(
      /The figures k 1 2 3 5 10 good 1\.000 .* bad 0\.000 0\.000 0\.000 0\.000 0\.250$/,
    )
  })

  it('says how long what took, where it was measured', () => {
    expect(textOf(partOf('Latency'))).toMatch(
      /strategy total keyword vector embed rank good 12\.0 \/ 12\.0 2\.0 \/ 2\.0 9\.0 \/ 9\.0 8\.0 \/ 8\.0 1\.0 \/ 1\.0/,
    )
    const unmeasured = runOf([notes], ['good'], (query, strategy) => ({
      ...respond(query, strategy),
      timings: null,
    }))
    expect(partOf('Latency', pageOf([reportOf(unmeasured)]))).toBe('')
  })

  it('stays small for rankings of any depth', () => {
    const depth = 60_000
    const documents = Array.from({ length: depth }, (_, index) => `d${index}`)
    const deep = suiteOf([queryOf({ id: 'q1', grades: { d0: 1, d999: 1, d59999: 1 } })])
    const run = runOf([deep], ['one', 'two', 'three'], () => ({ documents, ranking: [], results: null }))
    const html = pageOf([reportOf({ ...run, depth, settings: null })])
    expect(textOf(partOf('Recall by depth', html))).toMatch(
      /k 1 2 3 5 10 .* 50,000 60,000 one 0\.333 .* 0\.667 1\.000/,
    )
    const [points = ''] = /(?<=<polyline[^>]*points=")[^"]*/.exec(html) ?? []
    expect(points.split(' ').length).toBeLessThan(30)
    expect(points.endsWith(' 1000.0,0.0')).toBe(true)
    expect(html).toContain('"d9"')
    expect(html).not.toContain('"d10"')
    expect(html.length).toBeLessThan(100_000)
  })

  it('explains the measures that it has', () => {
    const glossary = textOf(partOf('What is measured'))
    expect(glossary).toContain('hit@k Share of queries')
    expect(glossary).toContain('files passed')
    expect(glossary).not.toContain('passage')
  })

  it('compares suites, and names strategies after their runs', () => {
    const mail = suiteOf([queryOf({ id: 'm1' })], { name: 'mail' })
    const after = reportOf(runOf([notes, mail], ['good', 'new'], respond), 'after')
    const both = pageOf([report, after])
    expect(textOf(both)).toContain('3 strategies · 2 suites · 22 queries · 2 runs')
    expect(textOf(both)).toContain('before bad cannot be told apart from good')
    const overview = textOf(partOf('Overview', both))
    expect(overview).toMatch(/before: good bad after: good new good notes 20 .* mail 1 – – – /)
  })
})

describe('the page', () => {
  const code = { script: 'const one = 1', style: 'p { color: red }' }
  const coded = pageOf([report], code)
  const policy = /content="(default-src [^"]*)"/.exec(coded)?.[1] ?? ''

  function source(text: string): string {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  }

  it('is marked as ours, and says its language and how it is encoded', () => {
    expect(coded.startsWith(`${reportMarker}\n<html lang="en">`)).toBe(true)
    expect(coded).toContain('<meta charset="utf-8">')
  })

  it('allows its own script and style and nothing else', () => {
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        `script-src ${source(code.script)}`,
        `style-src ${source(code.style)}`,
        'img-src data:',
      ]),
    )
    expect(policy).not.toContain('unsafe')
    expect(coded).toContain(`<script>${code.script}</script>`)
  })

  it('refers to nothing outside, and has no style or handler in its tags', () => {
    expect(coded).not.toMatch(
      /https?:\/\/|(?:src|srcset|action)=|<link rel="(?!icon" href="data:)|@import|url\(/,
    )
    expect(coded).not.toMatch(/<[^>]*\s(?:style|on\w+)=/)
  })

  it('escapes whatever comes from a corpus', () => {
    const query = queryOf({
      id: hostileText,
      text: hostileText,
      kind: hostileText,
      grades: { [hostileText]: 1 },
    })
    const suite = suiteOf([query, queryOf({ id: 'q' })], { name: hostileText, description: hostileText })
    const run = runOf([suite], [hostileText, 'convex'], () => ({
      documents: [hostileText],
      degraded: [hostileText],
    }))
    const hostile = pageOf([reportOf(run, hostileText)])
    expect(hostile).not.toMatch(/<img|<svg onload|<!--<|alert\(5\)"/)
    expect(hostile.match(/<script/g)).toHaveLength(2)
    expect(hostile.match(/<\/script/g)).toHaveLength(2)
    expect(hostile.match(/<!--/g)).toHaveLength(1)
    expect(hostile).not.toMatch(/[\0\u061c\u202e\u2028\u2029\u2066]/)
    expect(hostile.isWellFormed()).toBe(true)
  })
})

describe('inlineJson', () => {
  it('holds nothing that HTML or JavaScript would read otherwise', () => {
    expect(inlineJson({ '</script>': '<!--&\u2028\u2029' })).toBe(
      String.raw`{"\u003c/script\u003e":"\u003c!--\u0026\u2028\u2029"}`,
    )
  })

  it('says the same as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = inlineJson(value)
        expect(text).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(value))
      }),
    )
  })
})
