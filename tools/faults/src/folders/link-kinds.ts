import { execFileSync } from 'node:child_process'
import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { lay, laySettings, link, type Kind } from './scene.ts'

const database = '.recallite/memory.sqlite'

const noteLinks: readonly (readonly [path: string, target: string, hidesNote?: boolean])[] = [
  ['MEMORY.md', '../outside/secret.md'],
  ['memory', '../outside/memory', true],
  ['memory/secret.md', '../../outside/secret.md'],
  ['memory/notes', '../../outside/notes'],
  ['memory/key.md', '../../home/.ssh/id_rsa'],
  ['memory/environment.md', '/proc/self/environ'],
  ['memory/open-files', '/proc/self/fd'],
  ['memory/endless.md', '/dev/zero'],
  ['memory/itself', '.'],
  ['memory/loop.md', 'loop.md'],
  ['memory/.gitignore', '../../outside/patterns'],
  ['.gitignore', '../outside/patterns'],
  ['.recalliteignore', '../outside/patterns'],
  ['memory', '../home/private', true],
]

const ownFileLinks: readonly (readonly [path: string, target: string])[] = [
  [database, '../../outside/victim.txt'],
  [`${database}-wal`, '../../outside/victim.txt'],
  [`${database}-shm`, '../../outside/victim.txt'],
  [`${database}-journal`, '../../outside/victim.txt'],
  [`${database}.lock`, '../../outside/victim.txt'],
  [database, '../../outside/created.sqlite'],
  [`${database}-wal`, '../../outside/created-wal'],
  [`${database}.lock`, '../../outside/created.lock'],
  [`${database}.lock.holder`, '../../outside/victim.txt'],
  ['.recallite', '../outside'],
]

const settingsLinks = ['yaml', 'yml', 'json'].map((ending): Kind => ({
  name: `.recallite.${ending} is a link out`,
  hidesNote: true,
  lay: (scene) =>
    link(scene, `.recallite.${ending}`, `../outside/settings.${ending === 'json' ? 'json' : 'yaml'}`),
}))

const backups = ['', '-wal', '.tmp', '-journal'].map((ending): Kind => ({
  name: `a backup whose copy.sqlite${ending} is a link out`,
  lay: (scene) => link(scene, `copy.sqlite${ending}`, '../outside/victim.txt'),
  commands: [
    ['backup', 'copy.sqlite'],
    ['backup', 'copy.sqlite', '--force'],
  ],
}))

/** Changes a folder and a link to one outside for each other, as fast as it can, for ten seconds at most. */
function swapScript(folder: string, target: string) {
  const [real, swapped, linked] = [folder, `${folder}.real`, `${folder}.link`].map((path) =>
    JSON.stringify(path),
  )
  return `const { renameSync, symlinkSync, rmSync } = require('node:fs'); const end = Date.now() + 10000;
    symlinkSync(${JSON.stringify(target)}, ${linked});
    const attempt = (work) => { try { work() } catch {} };
    while (Date.now() < end) {
      attempt(() => renameSync(${real}, ${swapped})); attempt(() => renameSync(${linked}, ${real}));
      attempt(() => renameSync(${real}, ${linked})); attempt(() => renameSync(${swapped}, ${real}));
    }`
}

const others: readonly Kind[] = [
  {
    name: 'a pipe among the notes',
    lay: (scene) => void execFileSync('mkfifo', [join(scene.project, 'memory', 'pipe.md')]),
  },
  {
    name: 'memory is exchanged for a link out while it is read',
    hidesNote: true,
    lay: (scene) => lay(scene, 'memory/secret.md', `# Own\n\nzqownword\n`),
    swap: ({ project, outside }) => swapScript(join(project, 'memory'), join(outside, 'memory')),
  },
  {
    name: 'a folder of notes is exchanged for a link out while it is read',
    lay: (scene) => lay(scene, 'memory/notes/secret.md', `# Own\n`),
    swap: ({ project, outside }) => swapScript(join(project, 'memory', 'notes'), join(outside, 'notes')),
  },
  {
    name: 'the project is reached by a link',
    lay: ({ project }) => {
      renameSync(project, `${project}.real`)
      symlinkSync(`${project}.real`, project)
    },
  },
]

/** Links in place of notes, of the program's own files and of settings. */
export const linkKinds: readonly Kind[] = [
  ...ownFileLinks.map(([path, target]): Kind => ({
    name: `${path} links to ${target}`,
    lay: (scene) => {
      laySettings(scene, `store: {path: ${database}}`)
      link(scene, path, target)
    },
  })),
  ...noteLinks.map(([path, target, hidesNote = false]): Kind => ({
    name: `${path} links to ${target}`,
    hidesNote,
    lay: (scene) => link(scene, path, target),
  })),
  ...settingsLinks,
  ...backups,
  ...others,
]
