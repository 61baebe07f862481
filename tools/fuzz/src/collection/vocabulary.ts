import type { Random } from '@recallite/test-kit/random'

/** @param count number of consecutive code points */
function range(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(first + index))
}

/** Letters of scripts, to form words from. Each is a list of characters as typed. */
const scripts = {
  latin: [...'abcdefghijklmnoprstuvwz'],
  accented: [...'aeiouéèüößøłçñāşğıæœ'],
  vietnamese: [...'ăâđêôơưạảấầẩẫậắằẳ'],
  cyrillic: [...'абвгдежзийклмнопрстуфхцчшщыэюяё'],
  greek: [...'αβγδεζηθικλμνξοπρσςτυφχψωάέή'],
  arabic: [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'],
  hebrew: [...'אבגדהוזחטיכלמנסעפצקרשתךםןףץ'],
  devanagari: ['क', 'का', 'कि', 'क्ष', 'म', 'मे', 'न', 'नी', 'ह', 'है', 'र', 'रू'],
  thai: [...range(0x0e01, 46), 'ข้า', 'น้ำ', 'มือ', 'ที่', 'ไป'],
  khmer: [...range(0x1780, 33), 'ខ្មែ', 'ភា', 'សា'],
  han: range(0x4e00, 800),
  kana: [...range(0x3042, 80), ...range(0x30a2, 90)],
  hangul: range(0xac00, 1500),
  digits: [...'0123456789'],
  fullWidth: [...'ＡＢＣａｂｃ０１２'],
  astral: ['𝒜', '𝟘', '𠮷', '𐍈', '𞤀'],
}

/** Words with a special meaning: query syntax, FTS5, SQL, the shell, code. */
const meaningful =
  'AND OR NOT NEAR rank words parts place rowid chunk_words SELECT NULL path heading the of and not'.split(
    ' ',
  )

/** Names as in notes, which are found as a whole and by their parts. */
const names = `
  camelCaseName HTTPServer2 snake_case_name kebab-case-name MAX_RETRY_COUNT src/lib/i18n.ts
  notes\\old\\plan.md @scope/package v1.2.3-beta.4 user@example.com https://example.com/a?b=c#d
  O'Brien don’t C++ --dry-run 1,000,000 12'345.67 2026-02-11 10:30 ERR_42 naïve cafe\u0301 ﬁle
  Straße GitHub备份脚本 2022年北京 x\u{F8FF}y 👩‍👩‍👧 soft\u00adhyphen \u202eright-to-left ½ Ⅷ
`
  .trim()
  .split(/\s+/)

const scriptNames = Object.keys(scripts) as (keyof typeof scripts)[]

/** A word of letters from one script. More than half of the words are Latin. */
export function makeWord(random: Random) {
  const script = random.chance(0.55) ? 'latin' : random.pick(scriptNames)
  const word = random.some(script === 'latin' ? 7 : 4, () => random.pick(scripts[script])).join('')
  if (random.chance(0.1)) return word + random.pick(['ing', 'ed', 's', 'ation'])
  return random.chance(0.1) ? word.toUpperCase() : word
}

/** The words of a collection, without duplicates. */
export function makeVocabulary(random: Random, count: number) {
  return [...new Set([...names, ...meaningful, ...Array.from({ length: count }, () => makeWord(random))])]
}
