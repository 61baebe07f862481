import { BenchmarkError } from './benchmark-error.js'

/**
 * How long it takes to read so many numbers of four bytes out of memory, one after the other, in milliseconds.
 * @param {number} count
 */
export function scanOf(count) {
  const numbers = new Float64Array(Math.ceil(count / 8) * 4).fill(1)
  return async () => {
    const started = performance.now()
    let [first, second, third, fourth] = [0, 0, 0, 0]
    for (let at = 0; at < numbers.length; at += 4) {
      first += numbers[at] ?? 0
      second += numbers[at + 1] ?? 0
      third += numbers[at + 2] ?? 0
      fourth += numbers[at + 3] ?? 0
    }
    const milliseconds = performance.now() - started
    if (first + second + third + fourth === numbers.length) return milliseconds
    throw new BenchmarkError('WRONG_RESULT', 'The numbers in memory do not add up.')
  }
}
