import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compoundParts,
  type IndexWord,
  indexWords,
  joinedNumbers,
  joinedWords,
  pathWords,
  wordsOf,
} from './words.js'

const texts = (text: string) => wordsOf(text).map((word) => word.text)
const forms = (words: readonly IndexWord[]) => words.map(({ form }) => form)

describe('wordsOf', () => {
  it.each([
    ['the JWT_EXPIRY of src/lib/i18n.ts', ['the', 'jwt', 'expiry', 'of', 'src', 'lib', 'i18n', 'ts']],
    ['GitHub备份脚本', ['github', '备份', '脚本']],
    ['2022年北京', ['2022', '年', '北京']],
    ['会議の議事録', ['会议', 'の', '议事', '录']],
    ['ＡＢＣ １２３ ｶﾞｽ', ['abc', '123', 'ガス']],
    ['한국어 문서', ['한국어', '문서']],
    ['cafe\u0301 Café', ['cafe', 'cafe']],
    ['\u{E0A0} icon', ['\u{E0A0}', 'icon']],
    ['🙂 — !', ['🙂']],
    ['use .NET', ['use', '．net', 'net']],
    ['\u0301', []],
    ['', []],
  ])('finds the words of %j', (text, words) => {
    expect(texts(text)).toEqual(words)
  })

  it('returns the stem of whole words', () => {
    expect(wordsOf('Migrations').map(({ units }) => units)).toEqual([
      [{ form: 'migrations', stem: 'migrat' }],
    ])
  })

  it('splits words of scripts without spaces into characters', () => {
    expect(forms(wordsOf('数据库')[0]?.units ?? [])).toEqual([...'数据'])
    expect(forms(wordsOf('서울')[0]?.units ?? [])).toEqual([...'서울'])
  })

  it('keeps Thai vowel signs with their consonants', () => {
    expect(wordsOf('มีน้ำ').flatMap(({ units }) => forms(units))).toEqual(['มี', 'น้ำ'])
  })

  it('returns the parts of a name', () => {
    expect(forms(wordsOf('jwtExpiry')[0]?.parts ?? [])).toEqual(['jwt', 'expiry'])
    expect(wordsOf('expiry')[0]?.parts).toEqual([])
  })

  it('reads words of any length, with the same result each time', () => {
    const long = `x${'a1B'.repeat(40)}`
    expect(wordsOf(long)).toEqual(wordsOf(long))
    expect(texts(long)).toEqual([long.toLowerCase()])
  })

  it('segments long runs without spaces in linear time', () => {
    expect(texts('数据库迁移'.repeat(20_000)).join('')).toHaveLength(100_000)
  })
})

describe('joinedNumbers', () => {
  it.each([
    ['1,000,000', ['1000000']],
    ['1.000.000', ['1000000']],
    ["1'000 and 2’000", ['1000', '2000']],
    ['1_000_000', ['1000000']],
    ['1,000.50', ['1000']],
    ['١,٠٠٠', ['١٠٠٠']],
    ['1,00', []],
    ['1000,000', []],
    ['1,000,00', []],
    ['1,000.000', ['1000']],
    ['2026-11-21', []],
    ['1.2.3', []],
  ])('returns for %j: %j', (text, numbers) => {
    expect(joinedNumbers(text)).toEqual(numbers)
  })
})

describe('joinedWords', () => {
  it.each([
    ["the D'Arcy’s teams'", 'en', ['DArcys']],
    ["l'eau d’Orsay", 'fr', ['dOrsay']],
    ["l'eau", 'de', ['leau']],
    ["aujourd'hui qu'il", 'fr', ['aujourdhui']],
    ["dell'arte po'c", 'it', ['poc']],
    ["'quoted' 'n' 5'6", 'en', []],
  ] as const)('returns for %j in %s: %j', (text, language, words) => {
    expect(joinedWords(text, language)).toEqual(words)
  })
})

describe('indexWords', () => {
  it.each([
    ['src/lib/i18n.ts', 'src lib i18n ts', ''],
    ['v1.2.3', '1 2 3', ''],
    ['rev1.2 v2', 'rev1 2 v2', 'rev 1'],
    ['ERR_MODULE_NOT_FOUND', 'err module not found', ''],
    ['snake_case_name', 'snake case name', ''],
    ['camelCase', 'camelcase', 'camel case'],
    ['HTTPServer', 'httpserver', 'http server'],
    ['sha256sum', 'sha256sum', 'sha 256 sum'],
    ['https://example.org/a-b?q=1#top', 'https example org a b q 1 top', ''],
    ['0x1F', '0x1f', ''],
    ['2026-11-21T10:30', '2026 11 21t10 30', ''],
    ['1,000,000', '1 000 000', '1000000'],
    ['GitHub备份脚本', 'github 备 份 脚 本', 'git hub'],
    ['2022年北京', '2022 年 北 京', ''],
    ['データベース', 'デ ー タ ベ ー ス', ''],
    ['ｶﾞｽ', 'ガ ス', ''],
    ['서울시', '서 울 시', ''],
    ['น้ำแข็ง', 'น้ำ แ ข็ ง', ''],
    ['ＧＩＴＨＵＢ　１２３', 'github 123', ''],
    ['naïve nai\u0308ve', 'naive naive', ''],
    ['soft\u00adware', 'software', ''],
    ['don’t', 'don t', 'dont'],
    ['Oʼhara', 'o hara', 'ohara'],
    ['٣ ३ ３ ๓ 𞥓', '3 3 3 3 3', ''],
    ['١٬٢٣٤', '1 234', '1234'],
    ['نامه‌ها', 'نامهها', 'نامه ها'],
    ['a\u200b\u200bb \u202Ac\u200ed\u202c e\u2060f', 'a b cd ef', ''],
    ['\u0000 \ud800 🙂', '', '🙂'],
    ['C# on .NET', 'c＃ on net', '．net'],
    ['👍🏽 ❤️ 👩‍💻 🇸🇪 1️⃣', '1', '👍 ❤ 👩 💻 🇸🇪'],
  ])('indexes %j as %j, with the parts %j', (source, text, parts) => {
    const held = indexWords(source)
    expect(forms(held.text).join(' ')).toBe(text)
    expect(forms(held.parts).join(' ')).toBe(parts)
  })

  it('contains the adjacent units of every word of a question', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aé1_-. 数据库王会議のがデー한글ทนี่ำ٣𠮷', '\ud800') })
    fc.assert(
      fc.property(text, (source) => {
        const held = ` ${forms(indexWords(source).text).join(' ')} `
        const placed = wordsOf(source).filter(({ units }) => units.length > 0)
        for (const { units } of placed) expect(held).toContain(` ${forms(units).join(' ')} `)
      }),
    )
  })

  it('contains only words of letters, marks, digits, emoji, full-width signs and private-use characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (source) => {
        const indexed =
          /^[\p{L}\p{N}\p{M}\p{Co}\p{RI}\p{Extended_Pictographic}\u{e0061}-\u{e007f}\uff01-\uff5e]+$/u
        const { text, parts } = indexWords(source)
        for (const { form, stem } of [...text, ...parts]) {
          expect(form).toMatch(indexed)
          expect(stem).toMatch(indexed)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('treats texts that look the same as equal', () => {
    const unit = fc.constantFrom(...'éñüÅ数ガ가각đ', 'ǖ', ' ')
    fc.assert(
      fc.property(fc.string({ unit }), (source) => {
        expect(indexWords(source.normalize('NFD'))).toEqual(indexWords(source.normalize('NFC')))
      }),
    )
  })
})

const show = (path: string) => {
  const found = forms(pathWords(path))
  return found.map((form) => (form === found[0] ? '/' : form)).join(' ')
}

describe('pathWords', () => {
  it.each([
    ['notes/i18n.ts', '/ notes / i18n ts /'],
    ['./a\\b//c/', '/ a / b / c /'],
    ['README.md', '/ readme md /'],
    ['GitHub备份/2022年.md', '/ github 备 份 / 2022 年 md /'],
    ['…/_/x', '/ x /'],
    ['', '/'],
  ])('returns for %j: %j', (path, words) => {
    expect(show(path)).toBe(words)
  })

  it('marks its ends with a character that no text contains', () => {
    const [edge] = pathWords('a')
    expect(indexWords(`a ${edge?.form ?? ''} b`).text.map(({ form }) => form)).toEqual(['a', 'b'])
  })
})

describe('compoundParts', () => {
  it.each([
    ['camelCase', ['camel', 'Case']],
    ['HTTPServer', ['HTTP', 'Server']],
    ['parseJSON', ['parse', 'JSON']],
    ['utf8', ['utf', '8']],
    ['sha256sum', ['sha', '256', 'sum']],
    ['großeTür', ['große', 'Tür']],
    ['привётМир', ['привёт', 'Мир']],
    ['i18n', []],
    ['E4042', []],
    ['word', []],
    ['2026', []],
    ['', []],
    ['aB'.repeat(100), []],
  ])('returns for %j: %j', (name, parts) => {
    expect(compoundParts(name)).toEqual(parts)
  })

  it('splits ASCII names like names in any script', () => {
    const anyScript =
      /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L}{2})(?=\p{N})|(?<=\p{N})(?=\p{L}{2})/u
    const name = fc.string({ unit: fc.constantFrom(...'abYZ01_'), minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(name, (text) => {
        const parts = text.split(anyScript)
        expect(compoundParts(text)).toEqual(parts.length > 1 ? parts : [])
      }),
    )
  })
})
