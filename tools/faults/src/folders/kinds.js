import { databaseKinds } from './database-kinds.js'
import { linkKinds } from './link-kinds.js'
import { modelKinds, settingsKinds } from './settings-kinds.js'
import { nameKinds } from './name-kinds.js'

/**
 * @typedef {object} Scene what a hostile folder is made of
 * @property {import('../world.js').World} world
 * @property {string} project the folder that is opened; it has MEMORY.md and memory/own.md with the folder's own word
 * @property {string} outside a folder of the user's
 * @property {import('../random.js').Random} random
 * @property {string} trap address of a server that must not be sent a key
 * @property {string} shipped a database that the program made of this very folder
 */

/**
 * @typedef {object} Kind
 * @property {string} name
 * @property {boolean} [hidesNote] the folder's own note may stay unfound
 * @property {(scene: Scene) => void} lay
 * @property {(scene: Scene) => string} [swap] a script that goes on changing the folder while it is read
 * @property {readonly (readonly string[])[]} [commands] run besides the usual ones
 * @property {string} [folderName] name of the project's folder
 */

/** Every kind of hostile folder, in the order in which cases go through them. */
export const kinds = interleave([linkKinds, settingsKinds, databaseKinds, nameKinds, modelKinds])

/** @param {readonly (readonly Kind[])[]} lists @returns {Kind[]} */
function interleave(lists) {
  const longest = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? [])).flat()
}
