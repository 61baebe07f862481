import { execFileSync } from 'node:child_process'
import { renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import links from './links.json' with { type: 'json' }
import { lay, laySettings, link, type Kind } from './scene.ts'

const database = '.recallite/memory.sqlite'

const backups = ['', '-wal', '.tmp', '-journal'].map((ending): Kind => ({
  name: `a backup whose copy.sqlite${ending} is a link out`,
  lay: (scene) => link(scene, `copy.sqlite${ending}`, '../outside/victim.txt'),
  commands: [
    ['backup', 'copy.sqlite'],
    ['backup', 'copy.sqlite', '--force'],
  ],
}))

/** A script that swaps a folder and a link to an outside folder as fast as possible, for up to ten seconds. */
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

/** Links in place of notes, files of the program and settings. */
export const linkKinds: readonly Kind[] = [
  ...links.ownFiles.map(({ path, target }): Kind => ({
    name: `${path} links to ${target}`,
    lay: (scene) => {
      laySettings(scene, `store: {path: ${database}}`)
      link(scene, path, target)
    },
  })),
  ...links.notes.map(({ path, target, hidesNote }): Kind => ({
    name: `${path} links to ${target}`,
    hidesNote,
    lay: (scene) => link(scene, path, target),
  })),
  ...backups,
  ...others,
]
