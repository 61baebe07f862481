import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import names from './names.json' with { type: 'json' }
import { lay, laySettings, type Kind, type Scene } from './scene.ts'

/** Writes a note in `memory` whose path consists of these bytes. */
function layBytes({ project }: Scene, folder: readonly number[], name: readonly number[]): void {
  const parent = Buffer.concat([Buffer.from(join(project, 'memory/')), Buffer.from(folder)])
  mkdirSync(parent, { recursive: true })
  writeFileSync(Buffer.concat([parent, Buffer.from('/'), Buffer.from(name)]), '# Odd\n')
}

const noUtf8 = [0x62, 0xff, 0xfe, 0x80, 0x2e, 0x6d, 0x64]

const bytes: readonly Kind[] = [
  { name: 'a note whose name is not UTF-8', lay: (scene) => layBytes(scene, [], noUtf8) },
  {
    name: 'a folder whose name is not UTF-8',
    lay: (scene) => layBytes(scene, [0xc3, 0x28], [...Buffer.from('note.md')]),
  },
  {
    name: 'a path that is longer than the system’s limit for one call',
    lay: (scene) => lay(scene, join('memory', ...Array(12).fill('d'.repeat(250)), 'note.md'), '# Deep\n'),
  },
]

/** Unusual names that are valid on Linux. */
const named: readonly Kind[] = Object.entries(names).flatMap(([what, name]) => [
  {
    name: `a note named with ${what}`,
    lay: (scene) => lay(scene, `memory/${name}.md`, `# Odd ${name}\n\nzqoddword\n`),
  },
  {
    name: `a project named with ${what}`,
    folderName: name,
    lay: (scene) => lay(scene, 'memory/odd.md', '# Odd\n'),
  },
  {
    name: `a database named with ${what}`,
    lay: (scene) => laySettings(scene, `store: {path: ${JSON.stringify(`./${name}`)}}`),
  },
])

/** Notes, folders and files of the program with hostile names. */
export const nameKinds = [...named, ...bytes]
