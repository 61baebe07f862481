import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

const app = join(import.meta.dirname, '../..')

/** Copies the built program to a folder as npm installs it, with its dependencies and no other packages. */
export function installAlone(folder: string): string {
  const modules = join(folder, 'node_modules')
  const program = join(modules, 'recallite')
  mkdirSync(program, { recursive: true })
  cpSync(join(app, 'dist'), join(program, 'dist'), { recursive: true })
  cpSync(join(app, 'package.json'), join(program, 'package.json'))
  const installed = join(app, 'node_modules')
  const names = readdirSync(installed).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(installed, name)).map((part) => `${name}/${part}`) : [name],
  )
  for (const name of names) {
    if (name.startsWith('@recallite/') || name.startsWith('.')) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(installed, name), join(modules, name))
  }
  return join(program, 'dist/bin.js')
}
