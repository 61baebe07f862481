import type { ChunkWords, IndexWord } from '../document.js'
import type { SearchFilter } from '../filter/search-filter.js'
import type { KeywordFeature, KeywordQuery, KeywordTerm } from '../query.js'
import { ofPaths, ofRoots, ofWords } from './filter-samples.js'
import type { Random } from './random.js'

/** The earlier the likelier; several are the beginning of others. */
const stems = [
  'light',
  'red',
  'lighthous',
  'night',
  '漢',
  '字',
  'harbor',
  'redd',
  'quay',
  'n1',
  'watch',
  'rare',
] as const

const endings = ['', '', 's', 'ing'] as const

function anyStem(random: Random): string {
  return stems[Math.min(random.below(stems.length), random.below(stems.length))] ?? stems[0]
}

function anyWord(random: Random): IndexWord {
  const stem = anyStem(random)
  return { stem, form: stem + random.pick(endings) }
}

export function anyChunkWords(random: Random): ChunkWords {
  const listOf = (longest: number) => random.list(longest, () => anyWord(random))
  return { text: listOf(14), parts: listOf(3), place: listOf(4) }
}

type Leaf = Extract<KeywordFeature, KeywordQuery>

function anyLeaf(random: Random): Leaf {
  const few = () => random.list(3, () => anyStem(random))
  return random.pick<() => Leaf>([
    () => ({ kind: 'word', stem: anyStem(random) }),
    () => ({ kind: 'word', stem: anyStem(random) }),
    () => ({ kind: 'phrase', stems: few() }),
    () => ({ kind: 'place', stems: few() }),
    () => ({ kind: 'prefix', prefix: anyStem(random).slice(0, 1 + random.below(4)) }),
  ])()
}

/** A query of up to so many levels. */
export function anyQuery(random: Random, levels = 3): KeywordQuery {
  if (levels === 1) return anyLeaf(random)
  const below = () => anyQuery(random, levels - 1)
  return random.pick<() => KeywordQuery>([
    () => anyLeaf(random),
    () => ({ kind: 'any', parts: random.list(5, below) }),
    () => ({ kind: 'any', parts: random.list(5, below) }),
    () => ({ kind: 'all', parts: random.list(3, below) }),
    () => ({ kind: 'without', include: below(), exclude: below() }),
  ])()
}

function anyFeature(random: Random): KeywordFeature {
  return random.pick<() => KeywordFeature>([
    () => anyLeaf(random),
    () => ({ kind: 'form', form: anyWord(random).form }),
    () => ({ kind: 'pair', stems: [anyStem(random), anyStem(random)] }),
    () => ({ kind: 'either', features: random.list(3, () => anyLeaf(random)) }),
  ])()
}

export function anyTerms(random: Random): KeywordTerm[] {
  return random.list(6, () => ({
    feature: anyFeature(random),
    weight: random.pick([1, 1, 0.25, 0.6, 2]),
    isTelling: random.below(2) === 0,
  }))
}

/** A filter of up to two conditions, over the roots and paths given. */
export function anyFilter(random: Random, roots: readonly string[]): SearchFilter {
  return random.list(2, () => ({
    ...random.pick([
      () => ofRoots(...random.list(2, () => roots[random.below(roots.length)] ?? '')),
      () => ofPaths(random.pick(['*', '1*.md', '**/2.md', '?.md'])),
      () => ofWords(anyQuery(random, 2)),
    ])(),
    isNegated: random.below(3) === 0,
  }))
}
