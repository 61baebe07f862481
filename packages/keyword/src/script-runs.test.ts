import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { charactersOf, placeRuns } from './script-runs.js'

const runsOf = (text: string) => placeRuns(text).map((run) => run.text)

describe('placeRuns', () => {
  it.each([
    ['GitHub备份脚本 v2', ['GitHub', '备份脚本', 'v2']],
    ['ข้อมูลSQL', ['ข้อมูล', 'SQL']],
    ['snake_case', ['snake', 'case']],
    ['\u{E0A0} and \u{10FFFD}', ['\u{E0A0}', 'and', '\u{10FFFD}']],
    ['\u0301 — 🙂🇫🇮🇳🇴 ©', ['🙂', '🇫🇮', '🇳🇴']],
    ['see (.NET), $HOME_DIR', ['see', '.NET', 'NET', '$HOME', '$HOME_DIR', 'HOME', 'DIR']],
    ['${HOME} {x}', ['$HOME', 'HOME', 'x']],
    ['#rust-beginners a-b', ['#rust', '#rust-beginners', 'rust', 'beginners', 'a', 'b']],
    ['R&D AT&T a&b ABC&D', ['R&D', 'R', 'D', 'AT&T', 'AT', 'T', 'a', 'b', 'ABC', 'D']],
    ['#\u20e3 *\u20e3 1\u20e3', ['#\u20e3', '*\u20e3', '1\u20e3']],
    ['C#, C++17 and i++; g+=1', ['C#', 'C++', '17', 'and', 'i++', 'g', '1']],
    ['**F♯** A+ *A* A* B- Ctrl+C', ['F♯', 'A+', 'A', 'A*', 'A', 'B-', 'B', 'Ctrl', 'C']],
    [
      'Vim++ -Wall --x a-b c.d e@f #1 $2',
      ['Vim++', 'Vim', '-Wall', 'Wall', '--x', 'x', 'a', 'b', 'c', 'd', 'e', 'f', '#1', '1', '2'],
    ],
    ['## Title ## #thé #标签 …or', ['Title', '#thé', 'thé', '#标签', '标签', 'or']],
    ['naïve 9th½ x\u0302y', ['naïve', '9th½', 'x\u0302y']],
    ['v3.2 V1.٢ v٣.2 v½.1 v3', ['3', '2', '1', '٢', '٣', '2', '½', '1', 'v3']],
    ['xv3.2 \u0301v3.2', ['xv3', '2', 'v3', '2']],
  ])('splits %j', (text, runs) => {
    expect(runsOf(text)).toEqual(runs)
  })

  it('has no word with the mark between the names of a path', () => {
    expect(runsOf('\u{F8FF}')).toEqual([])
    expect(runsOf('x\u{F8FF}y')).toEqual(['x', 'y'])
  })
})

describe('placeRuns', () => {
  it('returns the range and the kind of each run', () => {
    const text = 'a GitHub备份 ümlaut'
    const placed = placeRuns(text).map(({ start, end, isUnspaced }) => [text.slice(start, end), isUnspaced])
    expect(placed).toEqual([
      ['a', false],
      ['GitHub', false],
      ['备份', true],
      ['ümlaut', false],
    ])
  })
})

/** The result of the patterns, without the faster checks before them. */
function runsByPattern(text: string): string[] {
  const inWord = '[\\p{L}\\p{N}\\p{M}\\u{E000}-\\u{F8FE}]'
  const sign = `(?<!${inWord})[vV](?=\\p{N}+\\.\\p{N})`
  const runs = text.match(new RegExp(`(?!${sign})[\\p{L}\\p{N}\\u{E000}-\\u{F8FE}]${inWord}*`, 'gu')) ?? []
  const kinds =
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}]+|[\p{sc=Thai}]+|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{sc=Thai}]+/gu
  return runs.flatMap((run) => run.match(kinds) ?? [])
}

it('splits any adjacent characters as the patterns do', () => {
  const letters = 'avV3½é ._-·\u00ad\u0301東京ぁがア\u3099々〇ー。、，ก\u0e33\u{E0A0}\u{F8FF}𠮷ж한'
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 })
  fc.assert(
    fc.property(text, (mixed) => {
      const placed = placeRuns(mixed).filter(({ isSymbol }) => !isSymbol)
      expect(placed.map((run) => run.text)).toEqual(runsByPattern(mixed))
      for (const { text: run, start, end, isUnspaced } of placed) {
        expect(run).toBe(mixed.slice(start, end))
        expect(isUnspaced).toBe(/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}]/u.test(run))
      }
    }),
    { numRuns: 1000 },
  )
})

it('distinguishes letters and digits among the first 256 characters as Unicode does', () => {
  for (let code = 0; code < 256; code += 1) {
    const character = String.fromCharCode(code)
    expect([code, runsOf(character).length]).toEqual([code, /[\p{L}\p{N}]/u.test(character) ? 1 : 0])
  }
})

describe('charactersOf', () => {
  it('keeps marks with their letters where these are letters', () => {
    expect(charactersOf('น้ำ')).toEqual(['น้ำ'])
    expect(charactersOf('𠮷野')).toEqual(['𠮷', '野'])
  })
})
