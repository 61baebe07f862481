import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** @typedef {import('./kinds.js').Scene} Scene */

/**
 * Writes a file of the hostile folder.
 * @param {Pick<Scene, 'project'>} scene
 * @param {string} path below the folder
 * @param {string | Buffer} content
 */
export function lay(scene, path, content) {
  const file = join(scene.project, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

/**
 * Puts a link in place of whatever is there.
 * @param {Pick<Scene, 'project'>} scene
 * @param {string} path below the folder
 * @param {string} target as the link has it
 */
export function link(scene, path, target) {
  const file = join(scene.project, path)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { recursive: true, force: true })
  symlinkSync(target, file)
}

/**
 * Writes the settings that come with the folder. JSON is YAML, too.
 * @param {Pick<Scene, 'project'>} scene
 * @param {unknown} settings
 * @param {string} [name]
 */
export function laySettings(scene, settings, name = '.recallite.yaml') {
  lay(scene, name, `${JSON.stringify(settings, undefined, 2)}\n`)
}
