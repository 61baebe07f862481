import { bytesKinds } from './bytes-kinds.js'
import { foreignKinds } from './foreign-kinds.js'
import { sqlKinds } from './sql-kinds.js'

/**
 * @typedef {object} Injury where damage is done
 * @property {import('../world.js').World} world
 * @property {import('../random.js').Random} random
 * @property {string} outside a file beyond the data folder that must stay as it is
 * @property {readonly string[]} texts known to be embedded
 */

/**
 * @typedef {object} Kind a kind of damage
 * @property {string} name
 * @property {boolean} [needsLog] begins with a memory that was killed while it wrote
 * @property {boolean} [mayRefuse] the program may refuse for good what it cannot know to be its own
 * @property {(injury: Injury) => void} injure
 */

/** Every kind of damage, in the order in which cases go through them. */
export const kinds = [...interleave(bytesKinds, sqlKinds, foreignKinds)]

/** @param {readonly (readonly Kind[])[]} lists @returns {Kind[]} */
function interleave(...lists) {
  const longest = Math.max(...lists.map((list) => list.length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}
