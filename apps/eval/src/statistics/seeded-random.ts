/** Draws a whole number from 0 to 2^32 − 1, uniformly. */
export type Random = () => number

const mask64 = (1n << 64n) - 1n

/** SplitMix64, which the authors of xoshiro recommend to fill its state. */
function splitmix64(seed: bigint): () => bigint {
  let state = seed & mask64
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & mask64
    const first = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & mask64
    const second = ((first ^ (first >> 27n)) * 0x94d049bb133111ebn) & mask64
    return second ^ (second >> 31n)
  }
}

const rotateLeft = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

/** xoshiro128** 1.1 from a state of four 32-bit words that are not all 0 (see `seededRandom`). */
export function xoshiro128([a, b, c, d]: [number, number, number, number]): Random {
  return () => {
    const drawn = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9) >>> 0
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = rotateLeft(d, 11)
    return drawn
  }
}

function halves(word: bigint): [low: number, high: number] {
  return [Number(word & 0xffffffffn), Number(word >> 32n)]
}

/**
 * Reproducible random numbers from a seed, a safe integer: xoshiro128** (Blackman & Vigna, Scrambled Linear Pseudorandom Number
 * Generators, 2021), seeded by SplitMix64 (Steele, Lea & Flood, Fast Splittable Pseudorandom Number Generators, 2014). Not for secrets.
 */
export function seededRandom(seed: number): Random {
  const next = splitmix64(BigInt(seed))
  return xoshiro128([...halves(next()), ...halves(next())])
}
