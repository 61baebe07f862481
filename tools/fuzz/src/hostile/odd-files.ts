import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import type { Makers } from './kind.ts'

const named =
  (...names: readonly string[]): Makers[string] =>
  () =>
  (path) => {
    for (const name of names) writeFileSync(join(dirname(path), name), '# A name\n')
    return undefined
  }

const made =
  (make: (path: string) => unknown): Makers[string] =>
  () =>
  (path) => {
    make(path)
    return undefined
  }

/** Repeats a change until it is stopped. */
const changing =
  (change: (path: string) => void): Makers[string] =>
  (size) =>
  (path) => {
    writeFileSync(path, 'a line\n'.repeat(size / 8))
    const timer = setInterval(() => change(path), 1)
    return () => clearInterval(timer)
  }

/** Nested folders that exceed the maximum length of a path: a chain of folders moved into another chain. */
function makeDeepFolders(path: string): void {
  const chain = Array.from({ length: 9 }, () => 'd'.repeat(250)).join('/')
  mkdirSync(join(`${path}.1`, chain), { recursive: true })
  mkdirSync(join(`${path}.2`, chain), { recursive: true })
  writeFileSync(join(`${path}.2`, chain, 'a.md'), '# Deep\n')
  renameSync(`${path}.2`, join(`${path}.1`, chain, 'd'))
}

/** Entries that are not readable files, where reading may not end. */
export const noFiles: Makers = {
  'a folder': made((path) => mkdirSync(path)),
  'a pipe': made((path) => execFileSync('mkfifo', [path])),
  'a socket': () => (path) => {
    const server = createServer().listen(path)
    return () => void server.close()
  },
  'a link to a device': made((path) => symlinkSync('/dev/zero', path)),
  'a link to itself': made((path) => symlinkSync(path, path)),
}

/** Names, links, modes, pipes and files that change while they are read. */
export const oddFiles: Makers = {
  ...noFiles,
  'names of signs': named('a\nb.md', 'a\u202Edm.exe.md', '\u001b[2J\u0007.md'),
  'a name of the greatest length': named(`${'n'.repeat(252)}.md`),
  'names that differ by case': named('TWIN.md', 'twin.md'),
  'names that differ by normal form': named('caf\u00e9.md', 'cafe\u0301.md'),
  'deep folders': made(makeDeepFolders),
  'a link to the folder': made((path) => symlinkSync(dirname(path), path)),
  'a file of mode 000': made((path) => writeFileSync(path, '# Closed\n', { mode: 0 })),
  'a folder of mode 000': made((path) => mkdirSync(path, 0)),
  'a file that grows': changing((path) => appendFileSync(path, 'another line\n')),
  'a file that vanishes': changing((path) => {
    rmSync(path, { force: true })
    writeFileSync(path, 'back\n')
  }),
}
