import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseQuery } from './parse-query.js'
import { matchesTree } from './testing/matches-tree.js'

/** Words of notes, and the characters that join or separate them. */
const names =
  `src/lib/i18n.ts v1.2.3 E4042 --dry-run snake_case_name camelCase HTTPServer kebab-case-name @scope/name
jane.doe@example.org https://example.org/a-b?q=1#top d41d8cd98f00b204e9800998ecf8427e 2026-11-21
1,000,000 1.000.000,50 don't Café nai\u0308ve Straße ΟΔΟΣ ёлка ＧＩＴＨＵＢ ｶﾞｽ 王伟 马 数据库迁移 データベース を 한국어 น้ำแข็ง
हिन्दी كِتَاب GitHub备份脚本 2022年北京 the running`.split(/\s/u)
const token = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names) },
  fc.string({ unit: fc.constantFrom(...'aBc1é数据の한ท𠮷'), minLength: 1, maxLength: 6 }),
)
const joint = fc.constantFrom(' ', ' ', ', ', '. ', '\n', ' — ', '/')
const text = fc
  .array(fc.tuple(token, joint), { minLength: 1, maxLength: 12 })
  .map((pieces) => pieces.flat().join(''))
const place = fc.nat({ max: 200 })

describe('a query with text of a document', () => {
  it.each(names)('finds %j in a text that contains it', (name) => {
    for (const question of [
      name,
      name.toUpperCase(),
      name.normalize('NFD'),
      `what is ${name}?`,
      `"${name}"`,
    ]) {
      const { tree } = parseQuery(question)
      expect(tree && matchesTree(tree, `Some say ${name}, others do not.`)).toBe(true)
      expect(tree && matchesTree(tree, 'Nobody says a thing')).toBe(false)
    }
  })

  it('is found as a phrase if it is cut out anywhere between words', () => {
    fc.assert(
      fc.property(text, place, place, (source, from, to) => {
        const gaps = Array.from(source.matchAll(/(?<![^\s])(?=\S)|(?<=\S)(?![^\s])/gu), ({ index }) => index)
        const [start = 0, end = 0] = [gaps[from % gaps.length], gaps[to % gaps.length]].toSorted(
          (a = 0, b = 0) => a - b,
        )
        const question = `"${source.slice(start, end).replaceAll('\n', ' ')}"`
        const { tree } = parseQuery(question)
        expect(tree === null || matchesTree(tree, source)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('is found as a phrase of any adjacent characters of a run without spaces', () => {
    const run = fc.string({
      unit: fc.constantFrom(...'数据库迁移のデーヴ한국ทน้ำ𠮷'),
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(run, place, place, (source, from, long) => {
        const start = from % source.length
        const part = source.slice(start, start + 1 + (long % 6))
        fc.pre(
          part.isWellFormed() &&
            !/^\p{M}|^ำ/u.test(part) &&
            !/^[\p{M}ำ]/u.test(source.slice(start + part.length)),
        )
        const { tree } = parseQuery(part)
        expect(tree && matchesTree(tree, `前${source}后`)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})
