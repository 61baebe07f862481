/** @typedef {import('./fuzz.js').Failure} Failure */

/**
 * A failed search: what is wrong, what of it fails alone, and how to make it again.
 * @param {number} seed
 * @param {Failure} failure
 */
export function renderFailure(seed, { number, wanted, smallest, problems }) {
  return [
    `Search ${number} of seed ${seed}: ${problems.join('; ')}`,
    `  smallest  ${JSON.stringify(smallest)}`,
    `  as asked  ${JSON.stringify(wanted)}`,
    `  again     pnpm fuzz --queries 1 --seed ${seed} --from ${number}`,
  ].join('\n')
}

/** @param {{ done: number, queries: number, seconds: number }} progress */
export function renderProgress({ done, queries, seconds }) {
  return `${done} of ${queries}, ${(done / seconds).toFixed(0)} a second`
}
