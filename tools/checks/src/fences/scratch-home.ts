import { cpSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedFile } from '@recallite/test-kit'
import { repositoryRoot } from '../repository.js'

/** The programs installed for the pages, and stand-ins for others. */
export interface Installation {
  /** The folder to put first on the PATH. */
  readonly bin: string
  /** The folder to remove at the end. */
  readonly prefix: string
}

const newFolder = (): string => realpathSync(mkdtempSync(join(tmpdir(), 'recallite-pages-')))

const standIn = fileURLToPath(new URL('stand-in.js', import.meta.url))

const stoodIn = ['openclaw', 'npm', 'npx', 'pnpm', 'curl', 'recallite-stays']

/** A model without delay, with the name of the model on the pages. */
const [model, modelName] = ['models/static-wp-256.q8_0.gguf', 'models/all-MiniLM-L6-v2.q8_0.gguf']

/** Whether there is a model. Without it, fences that need one are skipped. */
export const hasModel = sharedFile(model) !== undefined

/** Starts the program, without another process around it if that one ends by itself. */
const launcher = `#!/bin/sh
prefix="$(dirname "$(dirname "$0")")"
case "$1 $*" in *--stop*|*--help*) ;; "serve "*|"ui "*|"watch "*) exec "$prefix/bin/recallite-stays" "$@" ;; esac
exec node "$prefix/lib/node_modules/recallite/dist/bin.js" "$@"
`

/** Copies the built program into a folder as npm installs it, so that it behaves like an installed one. */
export function installPrograms(): Installation {
  const prefix = newFolder()
  const bin = join(prefix, 'bin')
  mkdirSync(bin)
  const [source, target] = [join(repositoryRoot, 'apps/cli'), join(prefix, 'lib/node_modules/recallite')]
  for (const part of ['dist', 'package.json', 'plugin'])
    cpSync(join(source, part), join(target, part), { recursive: true })
  symlinkSync(join(source, 'node_modules'), join(target, 'node_modules'))
  symlinkSync(join(repositoryRoot, 'apps/eval/dist/bin.js'), join(bin, 'recallite-eval'))
  writeFileSync(join(bin, 'recallite'), launcher, { mode: 0o755 })
  for (const name of stoodIn) symlinkSync(standIn, join(bin, name))
  return { bin, prefix }
}

/** A home as on the pages: notes, a project with a memory, a clone of the repository, and the model if it exists. */
export function makeHome(): string {
  const home = newFolder()
  const example = join(repositoryRoot, 'examples/memory')
  cpSync(join(example, 'memory'), join(home, 'notes'), { recursive: true })
  cpSync(example, join(home, 'my-project'), { recursive: true })
  symlinkSync(repositoryRoot, join(home, 'clone'))
  mkdirSync(join(home, '.recallite/models'), { recursive: true })
  // A hook on a busy machine may take longer than a host waits.
  writeFileSync(join(home, '.recallite/config.yaml'), 'hooks:\n  deadline: 8s\n')
  const file = sharedFile(model)
  if (file !== undefined) symlinkSync(file, join(home, '.recallite', modelName))
  return home
}
