import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadLanguages, otherLanguages } from '../languages/language.js'
import { parseQuery } from '../parse-query.js'
import { matchRanges } from './find-matches.js'
import { flattenMarkdown } from './flat-text.js'
import { addContext, beginningOf, joinParts, renderExcerpt, roomFor, snippet } from './snippet.js'

await loadLanguages(otherLanguages)

const ask = (text: string, question: string, length?: number) =>
  snippet(text, parseQuery(question).terms, { length })

function isShown(excerpt: string, question: string): boolean {
  return matchRanges(excerpt, parseQuery(question).terms).length > 0
}

const filler = 'Nothing of any interest was said about it on that day. '.repeat(12)

describe('snippet', () => {
  it.each([
    ['stems', 'The Migrations were finished in May.', 'migrating', 'The Migrations were finished in May.'],
    ['Thai words', 'เราสำรองข้อมูลทุกวัน', 'ข้อมูล', 'เราสำรองข้อมูลทุกวัน'],
    ['phrases', 'A token refresh takes a second.', '"token refresh"', 'A token refresh takes a second.'],
    ['headings', '## Rollback of the gateway', 'rollback', 'Rollback of the gateway'],
    ['list items', '- drain the canary', 'canary', 'drain the canary'],
    ['table rows', '| canary | 11 min |', 'canary', 'canary | 11 min'],
    ['lines of code', '```sh\nexport TOKEN=abc\n```', 'token', 'export TOKEN=abc'],
  ])('shows %s in their sentence', (_, text, question, sentence) => {
    const excerpt = ask(`${filler}\n\n${text}\n\n${filler}`, question)
    expect(excerpt).toContain(sentence)
    expect(excerpt.startsWith('… ')).toBe(true)
    expect(excerpt.endsWith(' …')).toBe(true)
  })

  it('shows the plain text of a heading, unless only its markup matches', () => {
    const headingText = (source: string) => source.replace(/\[(.*)\]\(.*\)/u, '$1')
    const excerpt = (question: string) =>
      snippet('# The [gateway](canary.md)\n\nIt [failed](log.md).', parseQuery(question).terms, {
        headingText,
      })
    expect(excerpt('gateway')).toBe('The gateway · It [failed](log.md).')
    expect(excerpt('canary')).toContain('[gateway](canary.md)')
  })

  it('shows the sentence with the rarest words, not one that repeats the topic of the text', () => {
    const about = 'The gateway and the gateway again, gateway. '.repeat(8)
    const excerpt = ask(`${about}Only the canary failed. ${about}`, 'gateway canary', 80)
    expect(excerpt).toContain('Only the canary failed.')
  })

  it('shows the beginning if nothing matches, and short texts in full', () => {
    expect(ask(filler, 'canary', 100)).toBe(`${filler.slice(0, 54)} …`)
    expect(ask('# two\n\n  lines', 'canary')).toBe('two · lines')
    expect(ask('', 'canary')).toBe('')
    expect(snippet('a b', [])).toBe('a b')
  })

  it('shows the markup if nothing else matches', () => {
    const excerpt = ask(`${filler}\n\n\`\`\`typescript\nconst a = 1\n\`\`\`\n\n${filler}`, 'typescript')
    expect(excerpt).toContain('```typescript const a = 1 ```')
  })

  it('shows the beginning of a quotation that does not fit', () => {
    const quotation = Array.from({ length: 40 }, (_, index) => `said${index}`).join(' ')
    const excerpt = ask(`${filler}${quotation}. ${filler}`, `"${quotation}"`, 120)
    expect(excerpt).toContain('said0 said1 said2')
  })
})

const unit = fc.oneof(
  fc.constantFrom(
    ...'ab 数𠮷🙂\n',
    'e\u0301',
    '👩‍👩‍👧',
    '. ',
    '\n\n',
    '# ',
    '```\n',
    '- ',
    '| ',
    '> ',
    ', ',
    '。',
    'jwtExpiry ',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)

const text = fc.string({ unit, minLength: 0, maxLength: 300, size: 'max' })

describe('any snippet', () => {
  it('has up to the requested length, on one line, and splits no surrogate pair', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 16, max: 120 }), (source, length) => {
        const excerpt = ask(source, '数 a jwt 🙂', length)
        expect(excerpt.length).toBeLessThanOrEqual(length)
        expect(excerpt.isWellFormed()).toBe(true)
        expect(excerpt).not.toMatch(/[\n\r\u2028\u2029]/u)
      }),
      { numRuns: 300 },
    )
  })

  it('contains nothing that is not in the text', () => {
    const words = fc.array(fc.constantFrom('alpha', 'beta,', 'gamma.', '数据库。', 'Delta', '- one\n'), {
      maxLength: 80,
    })
    const plain = (part: string) => part.replaceAll(/[\s·-]/gu, '')
    fc.assert(
      fc.property(words, (list) => {
        const source = list.join(' ')
        const parts = ask(source, 'beta delta 据', 60).split('…')
        expect(parts.filter((part) => !plain(source).includes(plain(part)))).toEqual([])
      }),
    )
  })

  it('shows a word that matches, if it fits', () => {
    fc.assert(
      fc.property(text, fc.constantFrom('数', 'expiry', 'jwtExpiry', 'exp*'), (source, question) => {
        fc.pre(isShown(source, question))
        expect(isShown(ask(source, question, 40), question)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('shows every word if the sentences fit together', () => {
    const words = ['alpha', 'beta', 'gamma', 'delta', 'omega']
    const sentence = fc
      .array(fc.constantFrom(...words, 'some', 'other', 'thing'), { minLength: 1, maxLength: 4 })
      .map((each) => `Then ${each.join(' ')} came.`)
    const maxSentence = 'Then alpha alpha alpha alpha came. … '.length
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 60 }), (sentences) => {
        const source = sentences.join(' ')
        const excerpt = ask(source, words.join(' '), maxSentence * words.length)
        for (const word of words) expect(excerpt.includes(word)).toBe(source.includes(word))
      }),
    )
  })

  it('shows two words of one text at any distance', () => {
    const gap = fc.array(fc.constantFrom('some', 'other,', 'thing.', 'And'), { maxLength: 200, size: 'max' })
    fc.assert(
      fc.property(gap, gap, gap, (before, between, after) => {
        const source = [...before, 'alpha', ...between, 'beta', ...after].join(' ')
        const excerpt = ask(source, 'alpha beta', 120)
        expect(excerpt).toContain('alpha')
        expect(excerpt).toContain('beta')
      }),
    )
  })

  it.each([
    ...'a|  |`|~|#|# |> |- |* |\n|.|. |数|。|e\u0301|\u0301|\u1100|🙂|\ud800|1,|1,000|;|{\n|((|[](|```\n|~~~ x\n|_|1. |aB|\t|\u200b'.split(
      '|',
    ),
    '| ',
    '👩‍',
    'ｶﾞ',
    'x\n\n',
  ])('is made of any text of any length: %j', (part) => {
    const source = part.repeat(Math.ceil(50_000 / part.length))
    for (const question of ['a 数', `"${part.repeat(20)}"`]) {
      expect(ask(source, question).length).toBeLessThanOrEqual(240)
    }
  })
})

const line = 'One two · three. Four five.'
const partOf = (words: string) => {
  const start = line.indexOf(words)
  return { start, end: start + words.length }
}
const show = (...parts: string[]) => renderExcerpt(line, joinParts(line, parts.map(partOf)))

describe('renderExcerpt', () => {
  it.each([
    [['One two'], 'One two …'],
    [['three.'], '… three. …'],
    [['Four five.'], '… Four five.'],
    [['Four five.', 'One'], 'One … Four five.'],
    [['One two', 'three.'], 'One two · three. …'],
    [['One', 'two', 'three.', 'Four', 'five.'], line],
    [[], ' …'],
  ])('shows %j as %j', (parts, excerpt) => {
    expect(show(...parts)).toBe(excerpt)
  })

  it('has room for a part of that length anywhere', () => {
    for (const start of [0, 5, line.length - roomFor(12)]) {
      const part = { start, end: start + roomFor(12) }
      expect(renderExcerpt(line, [part]).length).toBeLessThanOrEqual(12)
    }
  })
})

const flat = flattenMarkdown('# Title\n\nFirst one here. Second one here. Third one here. Fourth one here.')
const showContext = (places: readonly number[], length: number) =>
  renderExcerpt(flat.text, addContext(flat, { positions: places, length }))

describe('addContext', () => {
  it.each([
    [[2], 25, '… Second one here. …'],
    [[2], 45, '… Second one here. Third one here. …'],
    [[2], 60, 'Title · First one here. Second one here. Third one here. …'],
    [[2], 200, flat.text],
    [[4, 1], 40, '… First one here. … Fourth one here.'],
    [[4, 1], 60, 'Title · First one here. … Third one here. Fourth one here.'],
    [[0], 24, 'Title …'],
  ])('shows sentences %j in %i units', (places, length, excerpt) => {
    expect(showContext(places, length)).toBe(excerpt)
  })

  it('cuts a neighbour only if more than half of the space would stay empty', () => {
    const long = flattenMarkdown(`# Title\n\n${'word '.repeat(20)}end`)
    const excerpt = renderExcerpt(long.text, addContext(long, { positions: [0], length: 60 }))
    expect(excerpt).toBe(`Title · ${'word '.repeat(9)}word …`)
  })
})

const cut = (source: string, room: number) => {
  const { start, end } = beginningOf(source, { start: 0, end: source.length }, room)
  return source.slice(start, end)
}

describe('beginningOf', () => {
  it.each([
    ['all of it', 20, 'all of it'],
    ['all of it', 9, 'all of it'],
    ['all of it', 8, 'all of'],
    ['all of it', 6, 'all of'],
    ['a word-that-goes-on-and-on-without-end', 36, 'a word-that-goes-on-and-on-without-e'],
    ['数据库迁移', 3, '数据库'],
    ['数𠮷𠮷', 4, '数𠮷'],
  ])('of %j, %i units are %j', (source, room, beginning) => {
    expect(cut(source, room)).toBe(beginning)
  })
})
