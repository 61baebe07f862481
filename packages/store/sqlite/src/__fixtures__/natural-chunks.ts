import type { ChunkWords } from '@recallite/store'
import { wordsOf } from './samples.js'

/** Reproducible pseudo-random numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A word with the frequencies of a natural language (Zipf's law). */
export function naturalWord(random: () => number, vocabulary: number): string {
  return `w${Math.floor(vocabulary ** random()) - 1}`
}

/** Chunks of 20 to 120 words; every tenth is about one of its words. */
export function naturalChunks(count: number, random: () => number, vocabulary = 3000): ChunkWords[] {
  return Array.from({ length: count }, (_, number) => {
    const words = Array.from({ length: 20 + Math.floor(random() * 100) }, () => naturalWord(random, vocabulary))
    const [about = ''] = words
    return wordsOf([...words, ...(number % 10 === 0 ? Array.from({ length: 8 }, () => about) : [])].join(' '))
  })
}
