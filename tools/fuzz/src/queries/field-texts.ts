import hostile from './hostile-texts.json' with { type: 'json' }
import type { Random } from '@recallite/test-kit/random'
import type { Collection } from '../collection/open-collection.ts'

const { sqlPieces } = hostile
/** Characters that break strings, including lone surrogates, which JSON cannot contain. */
export const odd = [...hostile.odd, '\ud83d', '\udc00', '\udc00\ud83d', 'x\ud800y']

/** A part of a path with some characters replaced by wildcards. */
function glob(random: Random, path: string) {
  const signed = [...path].map((character) => {
    if (random.chance(0.85)) return character
    return random.pick([
      '*',
      '?',
      '**',
      `[${character === ']' ? 'x' : character}a]`,
      `{${character},zz}`,
      '[!q]',
      '',
    ])
  })
  return signed.join('').split('*').slice(0, 6).join('*')
}

export function pathText(random: Random, { chunks }: Collection) {
  const { path } = random.pick(chunks).document
  const names = path.split('/')
  const name = random.pick(names)
  const folder = names.slice(0, -1).join('/')
  const whole = random.pick([
    path,
    name,
    folder,
    `${folder}/`,
    `/${path}`,
    `./${name}`,
    name.replace(/\.\w+$/u, ''),
  ])
  if (random.chance(0.1)) return random.pick([...hostile.globs, ...sqlPieces, ...odd])
  return random.chance(0.4) ? glob(random, whole) : whole
}

export function headingText(random: Random, { chunks }: Collection) {
  const { heading, sections = heading } = random.pick(chunks).chunk
  if (sections.length === 0 || random.chance(0.1)) return random.pick(['', ' ', 'gone', ...sqlPieces, ...odd])
  const letters = [...random.pick(sections)]
  const start = random.below(letters.length)
  const part = random.chance(0.5) ? letters : letters.slice(start, start + 1 + random.below(8))
  return random.chance(0.2) ? part.join('').toUpperCase() : part.join('')
}

export function rootText(random: Random, { roots }: Collection) {
  return random.chance(0.1) ? random.pick(['gone', '', 'NOTES', ...sqlPieces]) : random.pick(roots)
}

export function timeText(random: Random) {
  if (random.chance(0.15)) return random.pick(hostile.times)
  if (random.chance(0.4)) return `${random.below(500)}${random.pick([...'dwmyDWM'])}`
  const day = new Date(Date.UTC(2025, random.below(16), 1 + random.below(28))).toISOString()
  return day.slice(0, random.pick([4, 7, 10, 10, 10, 19]))
}

const operators = ['=', '=', '=', '!=', '<', '<=', '>', '>=', '==', '=~', '<>', '', '~']
const comparedValues = [
  ...`3 3.0 12 1000 -1 2026 2026-02 2026-02-11 a z 'open'`.split(' '),
  '2026-02-11 10:30',
  '" "',
  '',
]

export function whereText(random: Random, { chunks }: Collection) {
  const entries = Object.entries(random.pick(chunks).document.metadata)
  if (entries.length === 0 || random.chance(0.08)) {
    return random.pick(['=x', 'status', 'a:b', 'tag', 'gone=x', 'x', '', '=', ...sqlPieces, ...odd])
  }
  const [key, kept] = random.pick(entries)
  const value = String(Array.isArray(kept) && kept.length > 0 ? random.pick(kept) : kept)
  if (random.chance(0.15)) return jsonFilter(random, key, kept)
  const operand = random.chance(0.6) ? value : random.pick([...comparedValues, ...sqlPieces])
  return `${random.chance(0.1) ? key.toUpperCase() : key}${random.pick(operators)}${operand}`
}

const jsonOperators = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte', '$in', '$nin', '$exists', '$not', '$like']

/** A filter over front matter, sometimes an invalid one. */
function jsonFilter(random: Random, key: string, kept: unknown) {
  const value = random.chance(0.5) ? kept : random.pick([...comparedValues, 3, true, null])
  const tests = [value, { [random.pick(jsonOperators)]: random.chance(0.3) ? [value] : value }]
  const text = JSON.stringify({ [key]: random.pick(tests) })
  return random.chance(0.05) ? text.slice(0, -1) : text
}
